const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The writing direction of a locale's main script. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
}
