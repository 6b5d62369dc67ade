import type { OurMetadata } from '@portico/core'
import { useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { useLoaded } from '../../kit/navigation/use-loaded.ts'
import { download } from '../../kit/ui/download.ts'
import { Button } from '../../kit/ui/button.tsx'
import { CopyTextButton } from '../../kit/ui/copy-text-button.tsx'
import { CopyFacts } from '../../kit/ui/facts.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { OurKeys } from './our-keys.tsx'
import styles from './provider-form.module.css'
import texts from '../../kit/ui/texts.module.css'

type Properties = {
  /** By default "What to give your provider". */
  readonly title?: string
  readonly hint?: string
  /** Reads our values for a provider that exists or will be created. The same function for the same provider. */
  readonly read: () => Promise<OurMetadata | undefined>
  /** Of the downloaded metadata. */
  readonly fileName: string
  readonly isOpen?: boolean
  /** Our keys are shown, and replaced here. */
  readonly hasKeys?: boolean
}

/** What the administrator configures at the provider: values to copy, our metadata, and the keys in it. Folded at first. */
export function OurValues({ title, isOpen = false, ...rest }: Properties) {
  const words = useWords()
  const [isOpened, setOpened] = useState(isOpen)
  return (
    <details className={styles['more']} open={isOpened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <strong>{title ?? words.say('guide.ours')}</strong>
      </summary>
      {isOpened && <Values {...rest} />}
    </details>
  )
}

function Values({ hint, read, fileName, hasKeys = false }: Omit<Properties, 'title' | 'isOpen'>) {
  const words = useWords()
  const { loaded: ours, reload } = useLoaded(read)
  if (ours === undefined) return <Loading />
  if (ours === 'failed') return <LoadFailed onRetry={reload} />
  const { xml, keys, providers, type } = ours
  const own = providers[0]?.values ?? []
  // A provider's value replaces the tenant's value of the same name.
  const common = ours.values.filter(({ name }) => !own.some((one) => one.name === name))
  return (
    <div className={styles['values']}>
      {hint !== undefined && <p className={texts['soft']}>{hint}</p>}
      <CopyFacts values={[...own, ...common]} />
      {xml !== null && (
        <div className={styles['tools']}>
          <Button onClick={() => download(xml, { name: fileName, type: 'application/samlmetadata+xml' })}>
            {words.say('guide.download')}
          </Button>
          <CopyTextButton text={xml}>{words.say('guide.copyXml')}</CopyTextButton>
        </div>
      )}
      {hasKeys && keys.length > 0 && <OurKeys keys={keys} canRoll={type === 'saml2'} onRolled={reload} />}
    </div>
  )
}
