// Runs before the first paint: the stored theme and language, the page width the server last asked for, and the page with
// which a visit begins. Home's bar and hero stand at once. What Home or a share needs is asked for beside the app's code.
(function () {
  var page = document.documentElement;
  var isMember = false;
  try {
    var theme = localStorage.getItem('theme');
    // Chosen was that of the device: lib/theme.ts goes on with it.
    if (localStorage.getItem('themeFollows') !== null) {
      theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'darkblue' : 'white';
      localStorage.setItem('theme', theme);
    }
    if (theme === 'darkblue') {
      page.dataset.theme = theme;
      var bar = document.querySelector('meta[name="theme-color"]');
      if (bar) bar.content = bar.dataset.darkblue;
    }
    // 1 English, 2 Hindi, 3 and 4 Chinese; any other stored value means the second locale.
    var flag = localStorage.getItem('lang');
    page.lang = flag === null || flag === '1' ? 'en' : flag === '3' ? 'zh-Hant' : flag === '4' ? 'zh-Hans' : 'hi';
    isMember = Boolean(localStorage.getItem('token'));
    var width = Number(localStorage.getItem('maxPageWidth'));
    if (localStorage.getItem('desk') !== '0' && matchMedia('(min-width: 48rem) and (min-height: 600px)').matches)
      page.dataset.desk = '';
    if (width >= 320 && width <= 960) page.style.setProperty('--w-page', width + 'px');
  } catch {
    // Storage may be forbidden: the defaults of the page then stand.
  }
  // A visit that begins, at an address without a page. An entry that the app was at has a state: home stays home there.
  var opens = document.querySelector('meta[name="opens"]').content;
  if (opens && history.state === null && !/^#\/./.test(location.hash)) history.replaceState(null, '', '#' + opens);
  var early = document.querySelector('meta[name="early"]');
  var wanted = page.lang === 'en' ? [] : [early.content];
  if (!/^#\/./.test(location.hash)) {
    if (page.dataset.desk === undefined) page.dataset.begins = isMember ? 'member' : 'guest';
    wanted.push(early.dataset.home);
  } else if (page.dataset.desk === undefined && location.hash.startsWith('#/pages/market/details?')) {
    wanted.push(early.dataset.share);
  }
  wanted
    .join(' ')
    .split(' ')
    .filter(Boolean)
    .forEach(function (address) {
      var link = document.createElement('link');
      link.rel = address.endsWith('.js') ? 'modulepreload' : 'preload';
      if (link.rel === 'preload') link.as = address.endsWith('.css') ? 'style' : 'fetch';
      link.crossOrigin = 'anonymous'; // as the app asks for them
      link.fetchPriority = 'low'; // after the code that asks for them
      link.href = address.replace('*', page.lang);
      document.head.appendChild(link);
    });
})();
