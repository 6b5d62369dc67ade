import { createIdentityProviders, metadataTypeOf, type IdentityProvider } from '@portico/core'
import { useCallback, useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { useLoaded } from '../../kit/navigation/use-loaded.ts'
import { download } from '../../kit/ui/download.ts'
import { Button } from '../../kit/ui/button.tsx'
import { CopyTextButton } from '../../kit/ui/copy-text-button.tsx'
import { CopyFacts } from '../../kit/ui/facts.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { OurKeys } from './our-keys.tsx'
import styles from './provider-form.module.css'

/** What the administrator configures at the provider: values to copy, our metadata, and the keys in it. */
export function OurValues({ provider, isOpen }: { provider: IdentityProvider; isOpen: boolean }) {
  const words = useWords()
  const [isOpened, setOpened] = useState(isOpen)
  return (
    <details className={styles['more']} open={isOpened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <strong>{words.say('guide.ours')}</strong>
      </summary>
      {isOpened && <Values provider={provider} />}
    </details>
  )
}

function Values({ provider }: { provider: IdentityProvider }) {
  const words = useWords()
  const providers = useCore().lazily(createIdentityProviders)
  const type = metadataTypeOf(provider)
  const { loaded: ours, reload } = useLoaded(
    useCallback(() => providers.ourMetadata(type, provider.id), [providers, type, provider.id]),
  )
  if (ours === undefined) return <Loading />
  if (ours === 'failed') return <LoadFailed onRetry={reload} />
  const own = ours.providers.find((one) => one.id === provider.id)?.values ?? []
  // A provider's value replaces the tenant's value of the same name.
  const common = ours.values.filter(({ name }) => !own.some((one) => one.name === name))
  const xml = ours.xml
  return (
    <div className={styles['values']}>
      <CopyFacts values={[...own, ...common]} />
      {xml !== null && (
        <div className={styles['tools']}>
          <Button
            onClick={() => download(xml, { name: `portico-${provider.id}.xml`, type: 'application/samlmetadata+xml' })}
          >
            {words.say('guide.download')}
          </Button>
          <CopyTextButton text={xml}>{words.say('guide.copyXml')}</CopyTextButton>
        </div>
      )}
      {ours.keys.length > 0 && <OurKeys keys={ours.keys} canRoll={type === 'saml2'} onRolled={reload} />}
    </div>
  )
}
