import { daysUntil, type CertificateFacts } from '@portico/core'
import { useContext } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { AskToExtend } from './ask-to-extend.ts'
import texts from '../../kit/ui/texts.module.css'

type Properties = { readonly facts: CertificateFacts }

/** Until when a certificate is accepted, in a sentence. */
export function CertificateLife({ facts: { notBefore, notAfter, extendedUntil } }: Properties) {
  const words = useWords()
  const now = useCore().clock.now()
  const time = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium', timeStyle: 'short' })
  const show = (at: string) => time.format(new Date(at))
  const isExpired = isOver(notAfter, now)
  const isExtended = isExpired && extendedUntil !== null && !isOver(extendedUntil, now)
  const life = () => {
    if (notAfter === null) return words.say('certificate.noEnd')
    if (isExtended) return words.say('certificate.extendedTill', { date: show(notAfter), until: show(extendedUntil) })
    if (isExpired) return words.say('certificate.expired', { date: show(notAfter) })
    if (notBefore !== null && !isOver(notBefore, now)) return words.say('certificate.early', { date: show(notBefore) })
    return words.say('certificate.valid', { date: show(notAfter), days: daysUntil(notAfter, now) })
  }
  return <span className={isExpired ? texts['danger'] : undefined}>{life()}</span>
}

/** An expired certificate can be authorised for 72 more hours, once. */
export function ExtendButton({ facts: { notAfter, extendedUntil, fingerprint } }: Properties) {
  const askToExtend = useContext(AskToExtend)
  const words = useWords()
  if (!isOver(notAfter, useCore().clock.now()) || extendedUntil !== null) return null
  return (
    <div>
      <Button look="danger" onClick={() => askToExtend(fingerprint)}>
        {words.say('certificate.extend')}
      </Button>
    </div>
  )
}

function isOver(at: string | null, now: number): boolean {
  return at !== null && Date.parse(at) <= now
}
