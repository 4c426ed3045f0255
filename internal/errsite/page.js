"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const main = document.getElementById("main");
  const search = document.getElementById("search");
  const { texts, lines, errors, packages, funcs } = data;
  const full = (f) => packages[f.pkg] + "." + f.name;

  // What can be looked at, by name.
  const funcByName = new Map(), errorByName = new Map(), leaves = errors.map(() => []);
  funcs.forEach((f, i) => {
    if (!funcByName.has(full(f))) funcByName.set(full(f), i);
    for (const e of f.errs || []) leaves[e.e].push(i);
  });
  errors.forEach((e, i) => errorByName.set(e.name, i));
  // Errors without a name are asked for as if this were one.
  const unnamed = "?";

  // node makes an element of what is given: attributes, and text or other elements.
  const node = (tag, attrs, ...content) => {
    const n = document.createElement(tag);
    for (const [k, v] of Object.entries(attrs || {})) n.setAttribute(k, v);
    n.append(...content);
    return n;
  };
  const link = (to, text, title) => node("a", { href: "#/" + to.map(encodeURIComponent).join("/"), title: title || text }, text);
  const funcLink = (i, text) => link(["f", full(funcs[i])], text || funcs[i].name);
  const errorLink = (i) => link(["e", errors[i].name], errors[i].short, errors[i].name);
  const place = (i) => texts[lines[i].f] + ":" + lines[i].n;
  const count = (n, what) => n + " " + what + (n === 1 ? "" : "s");

  const ways = (f, part, e) => {
    if (part === "opaque") return f.opaque || [];
    if (part === "others") return f.others || [];
    if (part === "args") return f.args || [];
    const found = (f.errs || []).find((x) => x.e === e);
    return found ? found.w : [];
  };

  // path returns the shortest way of an error from a function to where it is named or made: functions, each with the way in it.
  const path = (from, part, e) => {
    const seen = new Set(), todo = [{ f: from, part, before: null }];
    for (let i = 0; i < todo.length; i++) {
      const at = todo[i], key = at.f + " " + at.part;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const w of ways(funcs[at.f], at.part, e)) {
        const hop = { f: at.f, way: w, before: at.before };
        const part = w.p || "";
        if (w.to === undefined || ways(funcs[w.to], part, e).length === 0) {
          const out = [];
          for (let h = hop; h; h = h.before) out.unshift(h);
          return out;
        }
        todo.push({ f: w.to, part, before: hop });
      }
    }
    return [];
  };

  // end is what a path ends at.
  const end = (hops, name) => {
    const w = hops[hops.length - 1].way;
    if (w.to !== undefined) return full(funcs[w.to]);
    if (w.from) return texts[w.from];
    return name === unnamed ? "an error without a name" : name;
  };

  const svgNode = (tag, attrs, ...content) => {
    const n = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [k, v] of Object.entries(attrs || {})) n.setAttribute(k, v);
    n.append(...content);
    return n;
  };
  const short = (s, n) => (s.length > n ? "…" + s.slice(s.length - n + 1) : s);

  // graph draws a path: a box for each function, and between them what is done with the error.
  const graph = (hops, name) => {
    const svg = svgNode("svg", { role: "img", "aria-label": "the way of the error" });
    let y = 1;
    const box = (text, href, cls) => {
      const g = href ? svgNode("a", { href }) : svgNode("g");
      g.append(svgNode("title", {}, text), svgNode("rect", { x: 1, y, width: 358, height: 30, rx: 6, class: cls || "" }), svgNode("text", { x: 12, y: y + 20 }, short(text, 42)));
      svg.append(g);
      y += 30;
    };
    for (const h of hops) {
      const f = funcs[h.f];
      box(full(f).slice(full(f).lastIndexOf("/") + 1), "#/f/" + encodeURIComponent(full(f)));
      const acts = [...new Set(h.way.s.filter((s) => s.k !== "return").map((s) => texts[s.t]))];
      const height = Math.max(24, 16 * acts.length + 10);
      svg.append(svgNode("path", { d: `M20 ${y}v${height - 2}m-4 -6l4 6l4 -6` }));
      acts.forEach((a, i) => svg.append(svgNode("text", { x: 32, y: y + 18 + 16 * i, class: "act" }, svgNode("title", {}, a), short(a, 42))));
      y += height;
    }
    box(end(hops, name), null, "end");
    svg.setAttribute("viewBox", `0 0 360 ${y + 1}`);
    return svg;
  };

  // steps lists the lines of a path.
  const steps = (hops) => {
    const list = node("ol");
    for (const h of hops) {
      let last = null;
      for (const s of h.way.s) {
        if (last && last.line === s.l) {
          last.acts.append(", " + texts[s.t]);
          continue;
        }
        const acts = node("span", { class: "dim" }, texts[s.t]);
        const item = node("li", {}, funcLink(h.f), " ", node("span", { class: "dim" }, place(s.l) + " "), acts);
        if (lines[s.l].s) item.append(node("pre", {}, lines[s.l].s));
        list.append(item);
        last = { line: s.l, acts };
      }
    }
    return list;
  };

  const title = (text) => node("h1", {}, text);

  const home = () => {
    const list = node("ul");
    packages.forEach((p, i) => {
      const own = funcs.filter((f) => f.pkg === i && f.listed);
      if (own.length) list.append(node("li", {}, link(["p", p], p), " ", node("span", { class: "dim" }, count(own.length, "function"))));
    });
    const own = node("ul");
    errors.forEach((e, i) => {
      if (e.own) own.append(node("li", {}, errorLink(i), " ", node("span", { class: "dim" }, e.kind + ", may leave " + count(leaves[i].filter((f) => funcs[f].listed).length, "function"))));
    });
    return [title("Packages"), list, node("h2", {}, "Errors that they declare"), own];
  };

  const packagePage = (name) => {
    const p = packages.indexOf(name);
    if (p < 0) return null;
    const list = node("ul");
    funcs.forEach((f, i) => {
      if (f.pkg !== p || !f.listed) return;
      const n = (f.errs || []).length, more = (f.opaque || f.others ? ", and others" : "") + (f.params ? ", and what it is given" : "");
      list.append(node("li", {}, funcLink(i), " ", node("span", { class: "dim" }, n || more ? count(n, "error") + more : "no errors")));
    });
    return [title(name), list];
  };

  const funcPage = (name, error) => {
    const i = funcByName.get(name);
    if (i === undefined) return null;
    const f = funcs[i], list = node("ul");
    for (const e of f.errs || []) {
      list.append(node("li", {}, link(["f", name, errors[e.e].name], errors[e.e].short, errors[e.e].name), " ", node("span", { class: "form" }, e.form)));
    }
    for (const p of f.params || []) list.append(node("li", {}, p));
    if (f.opaque || f.others) list.append(node("li", {}, link(["f", name, unnamed], "errors that have no name, or are not known")));
    if (!list.children.length) list.append(node("li", {}, "no errors"));
    const out = [title(f.name), node("p", { class: "dim" }, "in ", link(["p", packages[f.pkg]], packages[f.pkg]), ", " + place(f.at)), list];
    if (error === undefined) return out;
    const e = errorByName.get(error);
    const hops = error === unnamed ? path(i, f.opaque ? "opaque" : "others") : path(i, "", e);
    if (!hops.length) return out.concat(node("p", {}, "It is not known to return " + error + "."));
    const head = node("h2", { id: "way" }, "The way of ");
    head.append(error === unnamed ? "an error without a name" : errorLink(e));
    return out.concat(head, graph(hops, error), steps(hops));
  };

  const errorPage = (name) => {
    const e = errorByName.get(name);
    if (e === undefined) return null;
    const list = node("ul");
    for (const i of leaves[e]) {
      if (!funcs[i].listed) continue;
      const form = funcs[i].errs.find((x) => x.e === e).form;
      list.append(node("li", {}, link(["f", full(funcs[i]), name], full(funcs[i])), " ", node("span", { class: "form" }, form)));
    }
    return [title(errors[e].short), node("p", { class: "dim" }, name + ", " + errors[e].kind + ", may leave " + count(list.children.length, "function")), list];
  };

  const maxFound = 100;
  const searchPage = (text) => {
    const want = text.toLowerCase(), list = node("ul");
    const has = (s) => s.toLowerCase().includes(want);
    errors.forEach((e, i) => {
      if (list.children.length < maxFound && has(e.name)) list.append(node("li", {}, errorLink(i), " ", node("span", { class: "dim" }, e.kind)));
    });
    funcs.forEach((f, i) => {
      if (list.children.length < maxFound && f.listed && has(full(f))) list.append(node("li", {}, funcLink(i, full(f))));
    });
    return [title("Search"), list.children.length ? list : node("p", {}, "Nothing has such a name.")];
  };

  const show = () => {
    let parts;
    try {
      parts = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
    } catch {
      parts = [];
    }
    const [kind, name, error] = parts;
    let page = null;
    if (!kind) page = home();
    if (kind === "p") page = packagePage(name);
    if (kind === "f") page = funcPage(name, error);
    if (kind === "e") page = errorPage(name);
    if (kind === "s") page = searchPage(name || "");
    main.replaceChildren(...(page || [title("There is nothing of that name here."), link([], "Packages")]));
    document.title = (name ? name + " – " : "") + data.title;
    if (kind !== "s") search.value = "";
    const way = document.getElementById("way");
    if (way) way.scrollIntoView();
    else if (kind !== "s") scrollTo(0, 0);
  };
  search.addEventListener("input", () => {
    history.replaceState(null, "", search.value ? "#/s/" + encodeURIComponent(search.value) : "#/");
    show();
  });
  addEventListener("keydown", (e) => {
    if (e.key === "/" && document.activeElement !== search) {
      e.preventDefault();
      search.focus();
    }
  });
  addEventListener("hashchange", show);
  show();
  if (location.hash.startsWith("#/s/")) search.value = decodeURIComponent(location.hash.slice(4));
})();
