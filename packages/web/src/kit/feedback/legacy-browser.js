/* oxlint-disable no-var, no-unused-vars */
// The closeable warning of spec section 2. Plain ES3 in a classic script: Internet Explorer and legacy Edge must run it.
;(function () {
  if (!/MSIE |Trident\/|Edge\/\d/.test(navigator.userAgent)) return
  var banner = document.getElementById('legacy-browser')
  var close = document.getElementById('legacy-browser-close')
  if (!banner || !close || memory('get')) return
  banner.removeAttribute('hidden')
  close.onclick = function () {
    banner.setAttribute('hidden', 'hidden')
    memory('set')
  }

  // Storage throws if the browser forbids it; the warning then comes again.
  function memory(verb) {
    var key = 'portico.legacy-browser-closed'
    try {
      return verb === 'get' ? localStorage.getItem(key) : localStorage.setItem(key, 'true')
    } catch (error) {
      return null
    }
  }
})()
