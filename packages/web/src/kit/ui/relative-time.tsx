import { useCore, useWords } from '../context/portal-context.tsx'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

type Properties = {
  /** RFC 3339. */
  readonly at: string
  /** `2 min. ago`, in a column among others. */
  readonly isShort?: boolean
}

/** How long ago, or how soon, in words; the exact time is in the title. */
export function RelativeTime({ at, isShort = false }: Properties) {
  const { clock } = useCore()
  const { formatLocale: locale } = useWords()
  const time = new Date(at)
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' })
  return (
    <time dateTime={at} title={exact.format(time)}>
      {inWords((time.getTime() - clock.now()) / 1000, locale, isShort ? 'short' : 'long')}
    </time>
  )
}

export function inWords(seconds: number, locale: string, style: 'long' | 'short' = 'long'): string {
  const [unit, length] = units.find(([, long]) => Math.abs(seconds) >= long) ?? (['second', 1] as const)
  // `numeric: auto` says "now" and "yesterday". Times under a minute are not counted: they would be wrong while they are read.
  const count = unit === 'second' ? 0 : Math.trunc(seconds / length)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style }).format(count, unit)
}
