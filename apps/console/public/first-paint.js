// Runs before the first paint: the theme that was chosen here.
(function () {
  try {
    if (localStorage.getItem('console.theme') === 'darkblue') document.documentElement.dataset.theme = 'darkblue';
  } catch {
    // Storage may be forbidden: the white theme then stands.
  }
})();
