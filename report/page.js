'use strict';
// A table sorts by the column whose heading is pressed; unknown values stay last.
for (const table of document.querySelectorAll('table.sorted')) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => heading.querySelector('button').addEventListener('click', () => {
    const sign = heading.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
    const numeric = heading.classList.contains('num');
    const value = row => heading.dataset.key ? row.getAttribute('data-' + heading.dataset.key) ?? ''
      : row.cells[column].dataset.v ?? row.cells[column].textContent;
    const rows = [...table.tBodies[0].rows].sort((a, b) => {
      const x = value(a), y = value(b);
      if (x === '' || y === '') return (x === '') - (y === '');
      return sign * (numeric ? x - y : x.localeCompare(y, undefined, {numeric: true}));
    });
    table.tBodies[0].append(...rows);
    headings.forEach(h => h.removeAttribute('aria-sort'));
    heading.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
  }));
}
for (const input of document.querySelectorAll('input[data-filter]')) {
  input.addEventListener('input', () => {
    const text = input.value.toLowerCase();
    for (const row of document.querySelectorAll('#' + input.dataset.filter + '-table tbody tr'))
      row.hidden = !row.textContent.toLowerCase().includes(text);
  });
}
// Heat maps: those of the chosen problem.
function showHeat(select) {
  for (const figure of document.querySelectorAll('figure[data-heat="' + select.dataset.select + '"]'))
    figure.hidden = figure.dataset.winner !== select.value;
}
for (const select of document.querySelectorAll('select[data-select]')) {
  select.addEventListener('change', () => showHeat(select));
  showHeat(select);
}
for (const link of document.querySelectorAll('a[data-show]')) {
  link.addEventListener('click', () => {
    const select = document.querySelector('select[data-select="' + link.dataset.show + '"]');
    select.value = link.dataset.winner;
    showHeat(select);
  });
}
// What a link leads to opens.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let at = target; at; at = at.parentElement)
    if (at.tagName === 'DETAILS') at.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', openTarget);
openTarget();
