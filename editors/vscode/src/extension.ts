// The extension starts `errlint lsp`, and leaves the rest to the client library of VS Code.
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("errlint.restart", restart),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("errlint")) {
        await restart();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const stopping = client;
  client = undefined;
  await stopping?.stop();
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("errlint");
  const command = settings.get<string>("path", "errlint");
  const server: ServerOptions = { command, args: ["lsp", ...settings.get<string[]>("flags", [])] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "go" }],
    initializationOptions: { codeLens: settings.get<boolean>("codeLens", false) },
  };
  client = new LanguageClient("errlint", "errlint", server, options);
  try {
    await client.start();
  } catch (error) {
    const hint = "go install github.com/errlint/errlint/cmd/errlint@latest";
    void vscode.window.showErrorMessage(`errlint cannot be started as "${command}": ${String(error)}. Is it installed? ${hint}`);
  }
}
