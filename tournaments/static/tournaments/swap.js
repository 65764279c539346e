// Entrants of a draft are dragged on one another; what is done then is the form "Swap two" of the page.
"use strict";

const form = document.getElementById("swap");

function entrantAt(event) {
  return event.target instanceof Element ? event.target.closest("[data-entrant]") : null;
}

for (const name of form ? document.querySelectorAll("[data-entrant]") : []) {
  name.draggable = true;
}

document.addEventListener("dragstart", (event) => {
  const name = entrantAt(event);
  if (name) {
    event.dataTransfer.setData("text/plain", name.dataset.entrant);
    event.dataTransfer.effectAllowed = "move";
  }
});

document.addEventListener("dragover", (event) => {
  if (entrantAt(event)) event.preventDefault();
});

for (const [kind, over] of [["dragenter", true], ["dragleave", false], ["drop", false]]) {
  document.addEventListener(kind, (event) => entrantAt(event)?.classList.toggle("is-target", over));
}

document.addEventListener("drop", (event) => {
  const name = entrantAt(event);
  const moved = event.dataTransfer.getData("text/plain");
  if (!name || !/^\d+$/.test(moved) || moved === name.dataset.entrant) return;
  event.preventDefault();
  form.elements.one.value = moved;
  form.elements.other.value = name.dataset.entrant;
  form.requestSubmit(form.querySelector("button"));
});
