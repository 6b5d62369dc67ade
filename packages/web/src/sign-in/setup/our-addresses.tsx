import { createSetup } from '@portico/core'
import { useCallback, useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import providerForm from '../../providers/identity-providers/provider-form.module.css'
import { useLoaded } from '../../kit/navigation/use-loaded.ts'
import { Button } from '../../kit/ui/button.tsx'
import { CopyTextButton } from '../../kit/ui/copy-text-button.tsx'
import { download } from '../../kit/ui/download.ts'
import { CopyFacts } from '../../kit/ui/facts.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import texts from '../../kit/ui/texts.module.css'

/** Our addresses and metadata, to enter at the product before anything is saved here. */
export function OurAddresses({ product }: { product: string }) {
  const words = useWords()
  const [isOpened, setOpened] = useState(false)
  return (
    <details className={providerForm['more']} open={isOpened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <strong>{words.say('setup.config.ours', { product })}</strong>
      </summary>
      {isOpened && <Addresses />}
    </details>
  )
}

function Addresses() {
  const words = useWords()
  const store = useCore().lazily(createSetup)
  const { loaded: ours, reload } = useLoaded(useCallback(() => store.ourMetadata(), [store]))
  if (ours === 'failed') return <LoadFailed onRetry={reload} />
  if (ours === undefined) return <Loading />
  const own = ours.providers[0]?.values ?? []
  const common = ours.values.filter(({ name }) => !own.some((one) => one.name === name))
  const { xml } = ours
  return (
    <div className={providerForm['values']}>
      <p className={texts['soft']}>{words.say('setup.config.oursHint')}</p>
      <CopyFacts values={[...own, ...common]} />
      {xml !== null && (
        <div className={providerForm['tools']}>
          <Button onClick={() => download(xml, { name: 'portico.xml', type: 'application/samlmetadata+xml' })}>
            {words.say('setup.config.download')}
          </Button>
          <CopyTextButton text={xml}>{words.say('guide.copyXml')}</CopyTextButton>
        </div>
      )}
    </div>
  )
}
