import { createCertificates, type CertificatesOfProvider, type IdentityProviderEditor } from '@portico/core'
import { useEffect, useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import styles from './provider-form.module.css'
import { RetireDialog } from './retire-dialog.tsx'
import texts from '../../kit/ui/texts.module.css'

export type CertificatesPanelProperties = { readonly editor: IdentityProviderEditor; readonly idp: string }

/** The certificates in effect of a SAML provider: what proves each one, and what its metadata says (decision 81). */
export default function CertificatesPanel({ editor, idp }: CertificatesPanelProperties) {
  const words = useWords()
  const certificates = useCore().lazily(createCertificates)
  const [found, setFound] = useState<CertificatesOfProvider>()
  const [isReading, setReading] = useState(false)
  const [retiring, setRetiring] = useState<string>()
  const load = async () => setFound(await certificates.ofProvider(idp))
  useEffect(() => {
    let isShown = true
    void certificates.ofProvider(idp).then((now) => isShown && setFound(now))
    return () => void (isShown = false)
  }, [certificates, idp])
  if (found === undefined) return <Loading />
  const { held, reading } = found
  const changed = async () => {
    await load()
    await editor.refresh()
  }
  const refresh = async () => {
    setReading(true)
    await certificates.refresh(idp)
    await changed()
    setReading(false)
  }
  const date = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
  return (
    <section className={styles['section']} aria-labelledby="certificates-in-effect">
      <h2 id="certificates-in-effect">{words.say('certificate.inEffect')}</h2>
      <ul className={styles['severity']}>
        {held.map(({ slot, subject, fingerprint, provenAt, listed }) => {
          const label = words.say('certificate.slot', { slot })
          return (
            <li key={fingerprint}>
              <strong>
                {label}: {subject ?? fingerprint.slice(0, 16)}
              </strong>
              <span className={texts['soft']}>
                {provenAt == null
                  ? words.say('certificate.unproven')
                  : words.say('certificate.proven', { date: date.format(new Date(provenAt)) })}
              </span>
              {listed === false && <Pill tone="warning">{words.say('certificate.notListed')}</Pill>}
              {held.length > 1 && (
                <div>
                  <Button
                    aria-label={`${words.say('certificate.retire')} ${label}`}
                    onClick={() => setRetiring(fingerprint)}
                  >
                    {words.say('certificate.retire')}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {reading !== undefined && (
        <>
          <p className={texts['soft']}>
            {reading.message ?? words.say('certificate.notRead')}{' '}
            {reading.triedAt !== null && <RelativeTime at={reading.triedAt} />}
          </p>
          <div>
            <Button busy={isReading} onClick={() => void refresh()}>
              {words.say('certificate.refresh')}
            </Button>
          </div>
        </>
      )}
      {retiring !== undefined && (
        <RetireDialog
          onRetire={async () => {
            if (await certificates.retire({ idp, fingerprint: retiring })) await changed()
          }}
          onClose={() => setRetiring(undefined)}
        />
      )}
    </section>
  )
}
