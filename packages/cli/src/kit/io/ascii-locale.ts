type Environment = Readonly<Record<string, string | undefined>>

/** POSIX: LC_ALL before LC_CTYPE before LANG. Windows terminals do not set these variables and show Unicode. */
export function isAscii(env: Environment, platform: string): boolean {
  if (isVt(env)) return true
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  if (locale === undefined || locale === '') return platform !== 'win32'
  return !/utf-?8/i.test(locale)
}

/** Terminals of DEC: they have no colours, and most of them no UTF-8. */
export function isVt({ TERM = '' }: Environment): boolean {
  return /^vt\d/.test(TERM)
}
