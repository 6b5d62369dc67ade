import { createHash } from 'node:crypto'

/**
 * What a page shows, without what differs each time or with the fonts of the machine: `says` has the visible texts, with `#` for numbers,
 * times and ids; `look` is a hash of the visible elements with their colours, spaces and letters.
 */
export async function fingerprintOf(page) {
  const { texts, looks } = await page.evaluate(() => {
    const properties = [
      'display',
      'color',
      'backgroundColor',
      'borderTopColor',
      'borderTopWidth',
      'borderTopLeftRadius',
    ]
    properties.push(
      'paddingTop',
      'paddingLeft',
      'rowGap',
      'columnGap',
      'fontSize',
      'fontWeight',
      'textTransform',
      'opacity',
    )
    const [found, styles] = [[], []]
    for (const element of document.body.querySelectorAll('*')) {
      if (element.matches('script, style, template') || !element.checkVisibility({ visibilityProperty: true })) continue
      const style = getComputedStyle(element)
      styles.push([element.localName, element.getAttribute('d'), ...properties.map((name) => style[name])].join(' '))
      const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent)
      found.push(...own, element.getAttribute('placeholder') ?? '')
    }
    return { texts: found, looks: styles }
  })
  const says = texts.flatMap((text) => text.split('\n')).map(withoutValues)
  return {
    look: createHash('sha256').update(looks.join('\n')).digest('hex').slice(0, 16),
    says: says.filter((text) => /[^\s#.,:…-]/.test(text)),
  }
}

const values = [
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g,
  /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?/g,
  /\b(?:last|next|this|in (?:an?|\d+)|an?|\d+) ?(?:second|minute|hour|day|week|month|year|sec|min|hr|wk|mo|yr)s?\.?(?: ago\b)?/gi,
  /\b(?:in )?(?:\d+(?:s|m|h|d|w|mo|y)|now|yesterday|today|tomorrow)\b/gi,
  // Thumbprints and ids of keys.
  /\b(?=[a-f]*\d)[\da-f]{6,}\b/gi,
  /\bscim_\w{4}/g,
  /\d+/g,
  /#(?:[ ,.:/]*#)+/g,
  /\b[AP]M\b/g,
]

function withoutValues(text) {
  return values
    .reduce((rest, value) => rest.replaceAll(value, '#'), text)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** How a screen differs from its picture, one line each; none: the picture is up to date. */
export function ageOf(picture, screen) {
  if (picture === undefined) return ['has no fingerprint']
  const [before, after] = [new Set(picture.says), new Set(screen.says)]
  const lines = [
    ...screen.says.filter((text) => !before.has(text)).map((text) => `the screen now says "${text}"`),
    ...picture.says.filter((text) => !after.has(text)).map((text) => `the screen no longer says "${text}"`),
  ]
  return lines.length > 0 || picture.look === screen.look ? lines : ['the screen now looks different']
}
