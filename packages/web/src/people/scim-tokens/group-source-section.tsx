import type { GroupSource, GroupSourcePreview, ScimStore } from '@portico/core'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import form from '../../kit/ui/form-page.module.css'

type Source = GroupSource['source']
type Asked = { readonly source: Source; readonly preview?: GroupSourcePreview }
type Properties = { readonly store: ScimStore; /** Its name. */ readonly provider: string }

/** Where the groups of the provider's people come from, and the other choice with what it changes. */
export function GroupSourceSection({ store, provider }: Properties) {
  const words = useWords()
  const { source, isBusy } = useStore(store)
  const [asked, setAsked] = useState<Asked>()
  const [isReading, setReading] = useState(false)
  const other: Source = source === 'claims' ? 'scim' : 'claims'
  const ask = async () => {
    if (other === 'claims') return setAsked({ source: other })
    setReading(true)
    const preview = await store.preview()
    setReading(false)
    if (preview !== undefined) setAsked({ source: other, preview })
  }
  return (
    <section className={form['fields']} aria-labelledby="group-source">
      <div>
        <h2 id="group-source">{words.say('groupSource.title')}</h2>
        <p className={form['lead']}>{words.say(`groupSource.is.${source}`)}</p>
      </div>
      <Changeable never>
        <div>
          <Button busy={isReading || isBusy} onClick={() => void ask()}>
            {words.say(`groupSource.to.${other}`)}
          </Button>
        </div>
      </Changeable>
      {asked !== undefined && (
        <Question
          asked={asked}
          provider={provider}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            void store.choose(asked.source)
          }}
        />
      )}
    </section>
  )
}

type QuestionProperties = {
  readonly asked: Asked
  readonly provider: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function Question({ asked: { source, preview }, provider, onConfirm, onClose }: QuestionProperties) {
  const words = useWords()
  // A change that would certainly be refused is explained, and not offered.
  const refusal = preview?.refusal?.errorMessage
  return (
    <Dialog
      title={words.say(`groupSource.ask.${source}`)}
      onClose={onClose}
      actions={
        <>
          <Button data-initial-focus onClick={onClose}>
            {words.say('form.cancel')}
          </Button>
          {refusal === undefined && (
            <Button look="primary" onClick={onConfirm}>
              {words.say(`groupSource.to.${source}`)}
            </Button>
          )}
        </>
      }
    >
      <p>
        <strong>{provider}</strong>
      </p>
      {preview === undefined ? (
        <p>{words.say('groupSource.fromSignIns')}</p>
      ) : (
        <>
          <p>{words.say('groupSource.sent', { groups: preview.groups, people: preview.people })}</p>
          <p>
            {words.say('groupSource.losing', { people: preview.losing })}
            {preview.losesOwn && <strong> {words.say('groupSource.losesOwn')}</strong>}
          </p>
          <p>{words.say('groupSource.gaining', { people: preview.gaining })}</p>
          {refusal !== undefined && <p>{refusal}</p>}
        </>
      )}
    </Dialog>
  )
}
