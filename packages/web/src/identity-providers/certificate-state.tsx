import { daysUntil, type CertificateFacts } from '@portico/core'
import { useContext } from 'react'

import { useCore, useWords } from '../context/portal-context.tsx'
import { Button } from '../ui/button.tsx'
import { AskToExtend } from './ask-to-extend.ts'
import styles from './provider-form.module.css'

/** Subject, expiry and use of a certificate; an expired one can be authorised for 72 more hours. */
export function CertificateState({ facts }: { facts: CertificateFacts }) {
  const askToExtend = useContext(AskToExtend)
  const words = useWords()
  const now = useCore().clock.now()
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const show = (at: string) => time.format(new Date(at))
  const { subject, notBefore, notAfter, extendedUntil, lastUsedAt } = facts
  const isExpired = notAfter !== null && Date.parse(notAfter) <= now
  const isExtended = isExpired && extendedUntil !== null && Date.parse(extendedUntil) > now
  const life = () => {
    if (notAfter === null) return words.say('certificate.noEnd')
    if (isExtended) return words.say('certificate.extendedTill', { date: show(notAfter), until: show(extendedUntil) })
    if (isExpired) return words.say('certificate.expired', { date: show(notAfter) })
    if (notBefore !== null && Date.parse(notBefore) > now)
      return words.say('certificate.early', { date: show(notBefore) })
    return words.say('certificate.valid', { date: show(notAfter), days: daysUntil(notAfter, now) })
  }
  return (
    <div className={styles['facts']}>
      {subject !== null && <p>{words.say('certificate.subject', { subject })}</p>}
      <p className={isExpired ? styles['fails'] : undefined}>{life()}</p>
      <p>
        {lastUsedAt === null
          ? words.say('certificate.unused')
          : words.say('certificate.used', { date: show(lastUsedAt) })}
      </p>
      {isExpired && extendedUntil === null && (
        <Button look="danger" onClick={() => askToExtend(facts.fingerprint)}>
          {words.say('certificate.extend')}
        </Button>
      )}
    </div>
  )
}
