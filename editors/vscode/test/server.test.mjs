// Drives `errlint lsp` as VS Code does, with the protocol library that the extension's client is made of: it asks for diagnostics, of the document
// and of the workspace. VS Code itself is not there.
import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, writeFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL, fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import protocol from "vscode-languageserver-protocol/node";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const code = `package m

import (
	"fmt"
	"os"
)

func remove(name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("remove: %w", err)
	}
	return nil
}
`;

let dir, server, connection, capabilities;
const uri = (name) => pathToFileURL(path.join(dir, name)).toString();

before(async () => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), "errlint-")));
  mkdirSync(path.join(dir, "other"));
  writeFileSync(path.join(dir, "go.mod"), "module example.com/m\n\ngo 1.26\n");
  writeFileSync(path.join(dir, "m.go"), code);
  writeFileSync(path.join(dir, "other", "other.go"), code.replace("package m", "package other").replace("%w", "%v"));
  const errlint = path.join(dir, "errlint");
  execFileSync("go", ["build", "-o", errlint, "./cmd/errlint"], { cwd: root });
  server = spawn(errlint, ["lsp"], { cwd: dir, env: { ...process.env, ERRLINT_CACHE: path.join(dir, ".cache"), GOFLAGS: "", GOWORK: "off" } });
  connection = protocol.createProtocolConnection(server.stdout, server.stdin);
  connection.onRequest(protocol.RegistrationRequest.type, () => {});
  connection.onRequest(protocol.DiagnosticRefreshRequest.type, () => {});
  connection.onRequest(protocol.WorkDoneProgressCreateRequest.type, () => {});
  connection.listen();
  ({ capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: uri("."),
    workspaceFolders: [{ uri: uri("."), name: "m" }],
    initializationOptions: { codeLens: true },
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      textDocument: { diagnostic: { relatedDocumentSupport: true }, hover: { contentFormat: ["markdown", "plaintext"] } },
      window: { workDoneProgress: true },
      workspace: {
        diagnostics: { refreshSupport: true },
        didChangeWatchedFiles: { dynamicRegistration: true },
        workspaceEdit: { documentChanges: true },
        workspaceFolders: true,
      },
    },
  }));
  await connection.sendNotification(protocol.InitializedNotification.type, {});
});

after(async () => {
  const exited = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.equal(await exited, 0);
  connection.dispose();
  rmSync(dir, { recursive: true, force: true });
});

test("a fault is typed, seen, and fixed", async () => {
  assert.equal(capabilities.diagnosticProvider.workspaceDiagnostics, true);
  const textDocument = { uri: uri("m.go") };
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { ...textDocument, languageId: "go", version: 1, text: code },
  });
  const pull = () => connection.sendRequest(protocol.DocumentDiagnosticRequest.type, { textDocument });
  assert.deepEqual((await pull()).items, []);

  const line = code.split("\n").findIndex((l) => l.includes("%w"));
  const character = code.split("\n")[line].indexOf("%w") + 1;
  const verb = { start: { line, character }, end: { line, character: character + 1 } };
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { ...textDocument, version: 2 },
    contentChanges: [{ range: verb, text: "v" }],
  });
  const { items } = await pull();
  assert.equal(items.length, 1);
  assert.equal(items[0].code, "wrapcause/format");
  assert.equal(items[0].source, "errlint");
  assert.match(items[0].codeDescription.href, /\/docs\/rules\/wrapcause\.md/);

  const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument,
    range: items[0].range,
    context: { diagnostics: items, only: ["quickfix"] },
  });
  const fix = actions.find((a) => a.title.startsWith("Wrap err with %w"));
  assert.ok(fix, JSON.stringify(actions));
  const [{ textDocument: edited, edits }] = fix.edit.documentChanges;
  assert.deepEqual(edited, { uri: textDocument.uri, version: 2 });
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { ...textDocument, version: 3 },
    contentChanges: edits.map((e) => ({ range: e.range, text: e.newText })),
  });
  assert.deepEqual((await pull()).items, []);
});

test("what is in files that are not open", async () => {
  const { items } = await connection.sendRequest(protocol.WorkspaceDiagnosticRequest.type, { previousResultIds: [] });
  const other = items.find((i) => i.uri === uri("other/other.go"));
  assert.deepEqual(other.items.map((d) => d.code), ["wrapcause/format"]);
});

test("hover, and a lens above the function", async () => {
  const textDocument = { uri: uri("m.go") };
  const position = { line: 7, character: 6 };
  const hover = await connection.sendRequest(protocol.HoverRequest.type, { textDocument, position });
  assert.equal(hover.contents.kind, "markdown");
  assert.match(hover.contents.value, /^\*\*Errors:\*\* .*`\*fs\.PathError`/);
  const lenses = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument });
  assert.equal(lenses.length, 1);
  assert.equal(lenses[0].range.start.line, 7);
});
