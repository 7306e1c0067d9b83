// Comforts for readers with JavaScript; every page does without.
"use strict";

// Suggestions while one types in a search box.
for (const box of document.querySelectorAll("input[data-suggest]")) {
  const list = document.getElementById(box.getAttribute("list"));
  let asked = "", waiting = 0;
  box.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const words = box.value.trim();
      if (words.length < 2 || words === asked) return;
      asked = words;
      const address = new URL(box.dataset.suggest, location.href);
      address.searchParams.set("q", words);
      try {
        const answer = await fetch(address);
        if (!answer.ok || box.value.trim() !== words) return;
        const found = (await answer.json()).suggestions;
        list.replaceChildren(...found.map(one => {
          const option = document.createElement("option");
          option.value = one.title;
          option.label = one.game;
          return option;
        }));
      } catch { /* offline: the form still works */ }
    }, 150);
  });
}

// A preview of the rule that a link leads to, from the list at the foot of the page.
const preview = document.createElement("div");
preview.className = "preview";
preview.id = "preview";
preview.hidden = true;
preview.setAttribute("role", "tooltip");
document.body.append(preview);

function show(link) {
  const told = document.querySelector(`[data-preview="${CSS.escape(link.dataset.to)}"]`);
  if (!told) return;
  preview.replaceChildren(...[...told.children].map(part => {
    const copy = document.createElement(part.tagName === "DT" ? "strong" : "p");
    copy.textContent = part.textContent.trim();
    copy.lang = (part.querySelector("[lang]") || part).lang || "";
    return copy;
  }));
  preview.hidden = false;
  const at = link.getBoundingClientRect();
  const width = preview.offsetWidth;
  preview.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8)) + scrollX}px`;
  const below = at.bottom + 6 + preview.offsetHeight < innerHeight;
  preview.style.top = `${(below ? at.bottom + 6 : at.top - 6 - preview.offsetHeight) + scrollY}px`;
  link.setAttribute("aria-describedby", "preview");
}

function hide(link) {
  preview.hidden = true;
  link.removeAttribute("aria-describedby");
}

for (const link of document.querySelectorAll("a[data-to]")) {
  link.addEventListener("mouseenter", () => show(link));
  link.addEventListener("mouseleave", () => hide(link));
  link.addEventListener("focus", () => show(link));
  link.addEventListener("blur", () => hide(link));
}
document.addEventListener("keydown", event => {
  if (event.key === "Escape") preview.hidden = true;
});

// Copy a text with its citation, or the lines that settle something.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    const text = "value" in field ? field.value : field.textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      if (!field.select) return;
      field.select();
      document.execCommand("copy");
    }
    button.textContent = button.dataset.done;
  });
}
