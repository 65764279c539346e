// A score sheet keeps what was typed on this device until it was sent, and moves on by Enter.
// Everything else the page does without it.
"use strict";

function kept(form) {
  try {
    return JSON.parse(localStorage.getItem(form.dataset.keep) || "{}");
  } catch {
    return {};
  }
}

function cells(form) {
  return [...form.querySelectorAll(".cell input, .cell select")];
}

function began(cell) {
  return cell instanceof HTMLSelectElement
    ? ([...cell.options].find((option) => option.defaultSelected) || cell.options[0]).value
    : cell.defaultValue;
}

// Kept is only what was typed here: the figures of the other side, with which a sheet may begin, are not.
function keep(form) {
  const typed = kept(form);
  for (const cell of cells(form)) {
    if (cell.value !== began(cell) || cell.name in typed) {
      typed[cell.name] = cell.value;
    }
  }
  try {
    localStorage.setItem(form.dataset.keep, JSON.stringify(typed));
  } catch {
    // A full or forbidden storage: the sheet still works while the page is open.
  }
}

function restore(form) {
  const typed = kept(form);
  let changed = false;
  for (const cell of cells(form)) {
    if (cell.name in typed && cell.value !== typed[cell.name]) {
      cell.value = typed[cell.name];
      changed = true;
    }
  }
  if (changed) {
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function begin() {
  const form = document.getElementById("sheet");
  if (form) {
    restore(form);
  }
  for (const sent of document.querySelectorAll("[data-forget]")) {
    localStorage.removeItem(sent.dataset.forget);
  }
  // Who comes back to this page later shall see what became of the sheet, not a sheet to fill in.
  const here = new URL(location.href);
  if (!form && here.searchParams.has("again")) {
    here.searchParams.delete("again");
    history.replaceState(history.state, "", here);
  }
}

function showOffline(missing) {
  const notice = document.getElementById("offline");
  if (notice) {
    notice.hidden = !missing;
  }
}

document.addEventListener("input", (event) => {
  const form = event.target instanceof Element ? event.target.closest("[data-keep]") : null;
  if (form) {
    keep(form);
  }
});

// Number keys choose, too: 0 is the first way to go out, 1 the second.
document.addEventListener("keydown", (event) => {
  const cell = event.target;
  if (!(cell instanceof HTMLSelectElement) || !cell.closest(".cell") || !/^[0-9]$/.test(event.key)) {
    return;
  }
  event.preventDefault();
  if (Number(event.key) < cell.options.length) {
    cell.selectedIndex = Number(event.key);
    cell.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

document.addEventListener("keydown", (event) => {
  const cell = event.target;
  const ours = cell instanceof HTMLInputElement || cell instanceof HTMLSelectElement;
  if (event.key !== "Enter" || !ours || !cell.closest(".cell")) {
    return;
  }
  event.preventDefault();
  const all = cells(cell.form);
  const next = all[all.indexOf(cell) + 1] || cell.form.querySelector("button[value=report]");
  next.focus();
});

// The button for those without scripts asks for the sums at once, where the cursor is.
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("#sheet button[value=check]") : null;
  if (button) {
    event.preventDefault();
    button.form.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

// A figure that is come back to is replaced, not written on.
document.addEventListener("focusin", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.closest(".cell")) {
    event.target.select();
  }
});

document.addEventListener("htmx:sendError", () => showOffline(true));
// The service, or what stands before it, is away: to who sits here that is the same.
document.addEventListener("htmx:responseError", () => showOffline(true));
window.addEventListener("online", () => {
  document.getElementById("sheet")?.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("htmx:afterOnLoad", (event) => showOffline(event.detail.xhr.status >= 500));
// A refused sheet comes back with its reasons, which are to be seen like any answer.
document.addEventListener("htmx:beforeSwap", (event) => {
  if ([400, 403, 404, 409, 410, 429].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
    // A link that ended while somebody typed: the page says so, not the table of sums in it.
    event.detail.target = document.querySelector("main");
    event.detail.selectOverride = "main";
    event.detail.swapOverride = "outerHTML";
  }
});
// A deal that was added only now may have been typed before.
document.addEventListener("htmx:oobAfterSwap", (event) => {
  const form = document.getElementById("sheet");
  if (form && event.detail.target.id === "deals") {
    restore(form);
  }
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target instanceof Element && event.target.tagName === "MAIN") {
    begin();
    document.querySelector(".cell [aria-invalid], .cell [autofocus]")?.focus();
  }
});
document.addEventListener("DOMContentLoaded", begin);
