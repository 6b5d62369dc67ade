/**
 * What is wrong with the page as it stands, one line each: it scrolls sideways, cuts a text that can be read nowhere, squeezes a text
 * into a column of less than six characters, has blocks that touch, shows a value for programs in a sentence, or still loads after five
 * seconds.
 */
export async function faultsOf(page) {
  const loading = '[class*=loading-root], [class*=skeleton]'
  await page
    .locator(loading)
    .first()
    .waitFor({ state: 'detached', timeout: 5_000 })
    .catch(() => undefined)
  return page.evaluate((ofLoading) => {
    const { scrollWidth, clientWidth } = document.documentElement
    const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : []
    const said = (element) => `"${element.textContent.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}"`
    for (const element of document.querySelectorAll('body *')) {
      if (isCut(element) && !isReadable(element)) faults.push(`cut: ${said(element)}`)
      if (isSqueezed(element)) faults.push(`narrow: ${said(element)} in ${Math.round(element.clientWidth)} px`)
      const below = element.nextElementSibling
      if (below !== null && touch(element, below)) faults.push(`touching: ${said(element)} and ${said(below)}`)
      const value = valueForPrograms(element)
      if (value !== undefined) faults.push(`for programs: ${value} in ${said(element)}`)
    }
    if (document.querySelector(ofLoading) !== null) faults.push('it still loads')
    return faults

    function isShown(element) {
      return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.clientWidth > 1
    }

    /** The texts directly in an element. */
    function textsOf(element) {
      return [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim() !== '')
    }

    /** A text of several lines in less than the width of six digits, unless its longest word is as short. */
    function isSqueezed(element) {
      const texts = textsOf(element)
      if (texts.length === 0 || !isShown(element)) return false
      const style = getComputedStyle(element)
      const sixDigits = 6 * 0.55 * Number.parseFloat(style.fontSize)
      return texts.some((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
        const isLong = text.textContent
          .trim()
          .split(/\s+/)
          .some((word) => word.length > 6)
        return isLong && lines.length > 1 && lines.every(({ width }) => width < sixDigits)
      })
    }

    /** Two blocks with a frame or a background, one above the other, with less between them than the smallest space. */
    function touch(element, below) {
      if (!isBlock(element) || !isBlock(below)) return false
      const [above, next] = [element.getBoundingClientRect(), below.getBoundingClientRect()]
      const distance = next.top - above.bottom
      const isOneColumn = Math.min(above.right, next.right) - Math.max(above.left, next.left) > 20
      return isOneColumn && distance > -1 && distance < 4
    }

    function isBlock(element) {
      if (!element.matches('section, form, fieldset, details, article, table, div, [role=alert], [role=status]'))
        return false
      // The rows of one list, and the parts of one card, belong together.
      if (!isShown(element) || element.closest('table, ul, ol, dl, [role=listbox], [role=menu], header, nav') !== null)
        return false
      const style = getComputedStyle(element)
      if (style.position === 'fixed' || style.position === 'sticky') return false
      const isFramed = [style.borderTopWidth, style.borderBottomWidth, style.borderLeftWidth].every(
        (one) => Number.parseFloat(one) > 0,
      )
      return isFramed && element.clientHeight > 16
    }

    /** An id of an error, seconds or milliseconds of Unix time, a time as programs write it, or a UUID, within a sentence. */
    function valueForPrograms(element) {
      if (
        element.closest('code, pre, kbd, samp, textarea, script, style, template, [data-copy]') !== null ||
        !isShown(element)
      )
        return undefined
      for (const text of textsOf(element)) {
        const sentence = text.textContent.trim()
        const value =
          /\b[A-Z]{3,}(?:_[A-Z0-9]+)+\b|\b1[6-9]\d{8}(?:\d{3})?\b|\d{4}-\d\d-\d\dT\d\d:\d\d|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/.exec(
            sentence,
          )?.[0]
        // Behind the name of a group stands its id at Azure AD, if it has one.
        if (value !== undefined && value !== sentence && !sentence.endsWith(` (${value})`)) return value
      }
      return undefined
    }

    function isCut(element) {
      // A box of one pixel is text for screen readers; what is hidden from them is drawn, such as the letters of an icon.
      if (textsOf(element).length === 0 || !isShown(element) || element.closest('[aria-hidden=true]') !== null)
        return false
      const { overflowX, overflowY } = getComputedStyle(element)
      const hides = (overflow) => overflow === 'hidden' || overflow === 'clip'
      const isWide = hides(overflowX) && element.scrollWidth > element.clientWidth + 1
      return isWide || (hides(overflowY) && element.scrollHeight > element.clientHeight + 2)
    }

    /** A title, or the text in full nearby, as a name for screen readers or in what it describes. */
    function isReadable(element) {
      const text = element.textContent.trim()
      const holder = element.closest('[title], [aria-label], [aria-describedby]')
      if (holder === null) return false
      const described = (holder.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id))
      const texts = [holder.title, holder.ariaLabel, ...described.map((one) => one?.textContent)]
      return texts.some((one) => one?.includes(text))
    }
  }, loading)
}
