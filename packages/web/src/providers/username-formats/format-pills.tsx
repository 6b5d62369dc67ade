import { formatText } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import styles from './username-formats.module.css'

const shownMax = 4

/** A short list of a provider's formats; warns if the provider has none (spec section 5). */
export function FormatPills({ suffixes, prefixes }: { suffixes: readonly string[]; prefixes: readonly string[] }) {
  const words = useWords()
  const texts = [
    ...suffixes.map((value) => formatText('suffixes', value)),
    ...prefixes.map((value) => formatText('prefixes', value)),
  ]
  if (texts.length === 0) return <Pill tone="warning">{words.say('formats.none')}</Pill>
  return (
    <span className={styles['pills']}>
      {texts.slice(0, shownMax).map((text) => (
        <Pill key={text}>
          <bdi dir="ltr">{text}</bdi>
        </Pill>
      ))}
      {texts.length > shownMax && words.say('idp.moreFormats', { count: texts.length - shownMax })}
    </span>
  )
}
