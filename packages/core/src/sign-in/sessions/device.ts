/** In this order: most browsers also name the ones before them. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/^portico\//, 'Portico command line'],
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b|\bwin32\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b|\bdarwin\b/, 'macOS'],
  [/\bLinux\b/i, 'Linux'],
]

/**
 * The browser and the system that a `User-Agent` names (RFC 9110 section 10.1.5), without versions, which browsers no longer
 * tell truly. null: not known. A hint for people, never a proof: the sender chooses the text.
 */
export function deviceOf(userAgent: string | null): {
  readonly browser: string | null
  readonly system: string | null
} {
  const named = (table: typeof browsers) => table.find(([part]) => part.test(userAgent ?? ''))?.[1] ?? null
  return { browser: named(browsers), system: named(systems) }
}

/** `Firefox, Linux`; `Browser` or `Portico command line` if the browser is unknown; for an application, its name. */
export function deviceText({
  kind,
  application,
  userAgent,
}: {
  readonly kind: 'browser' | 'cli' | 'application'
  readonly application: string | null
  readonly userAgent: string | null
}): string {
  if (application !== null) return application
  const { browser, system } = deviceOf(userAgent)
  return [browser ?? (kind === 'cli' ? 'Portico command line' : 'Browser'), system].filter(Boolean).join(', ')
}
