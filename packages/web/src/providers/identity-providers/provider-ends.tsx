import { expirationsOf, type IdentityProvider, type ProviderExpiration } from '@portico/core'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import styles from './provider-table.module.css'

const tones = { valid: undefined, expiring: 'warning', extended: 'warning', expired: 'danger' } as const

/** The expiry dates of a provider, earliest first. */
export function ProviderEnds({ provider }: { provider: IdentityProvider }) {
  const words = useWords()
  const { clock } = useCore()
  const say = useEndSentence()
  const ends = expirationsOf(provider, clock.now())
  if (ends.length === 0) return <span className={styles['ends']}>{words.say('idp.noEnd')}</span>
  return (
    <ul className={styles['ends']}>
      {ends.map((end) => (
        <li key={end.what} className={styles[tones[end.state] ?? '']}>
          {say(end)}
        </li>
      ))}
    </ul>
  )
}

function useEndSentence(): (end: ProviderExpiration) => string {
  const words = useWords()
  const time = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium', timeStyle: 'short' })
  return ({ what: id, days, state, extendedUntil }) => {
    const what = words.say(`idp.end.${id}`)
    if (state === 'expired') return words.say('idp.endedAgo', { what, days: -days })
    if (state === 'extended' && extendedUntil !== null)
      return words.say('idp.extendedUntil', { what, date: time.format(new Date(extendedUntil)) })
    return words.say('idp.endsIn', { what, days })
  }
}
