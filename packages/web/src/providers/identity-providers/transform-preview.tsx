import type { ConfigField, IdentityProviderEditor, PreviewedName } from '@portico/core'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './transform-list.module.css'
import texts from '../../kit/ui/texts.module.css'

type Properties = { readonly editor: IdentityProviderEditor; readonly field: ConfigField }

/** What becomes of names, with a field to try one. It follows what is typed once it is opened. */
export function TransformPreview({ editor, field }: Properties) {
  const words = useWords()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { names, problem, isAsking } = useStore(editor.preview)
  const kind = field.name === 'usernameTransforms' ? 'username' : 'group'
  const open = () => {
    setOpen(true)
    void editor.preview.run()
  }
  if (!isOpen)
    return (
      <div>
        <Button aria-label={`${words.say('transforms.preview')}: ${field.label}`} busy={isAsking} onClick={open}>
          {words.say('transforms.preview')}
        </Button>
      </div>
    )
  const shown = (names ?? []).filter((one) => one.kind === kind)
  return (
    <section className={styles['preview']} aria-label={`${words.say('transforms.preview')}: ${field.label}`}>
      <TextField
        label={words.say('transforms.try')}
        hint={words.say(shown.length === 0 ? 'transforms.noNames' : 'transforms.previewHint')}
        dir="ltr"
        verbatim
        value={typed}
        onChange={(name) => {
          setTyped(name)
          editor.preview.type(kind, name)
        }}
      />
      {problem !== undefined && <p className={texts['danger']}>{problem}</p>}
      <ul aria-live="polite">
        {shown.map((one) => (
          <li key={`${one.source} ${one.before}`}>
            <Previewed one={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Previewed({ one }: { readonly one: PreviewedName }) {
  const words = useWords()
  const { kind, before, after, mapped, sameAs } = one
  const other = sameAs ?? ''
  return (
    <>
      <bdi>{before}</bdi>
      {after === null ? (
        <Pill tone={mapped ? 'danger' : 'warning'}>{words.say('transforms.dropped')}</Pill>
      ) : (
        after !== before && (
          <>
            <span aria-hidden="true">→</span>
            <strong>
              <bdi>{after}</bdi>
            </strong>
          </>
        )
      )}
      {mapped && <Pill tone="plain">{words.say('transforms.mapped')}</Pill>}
      {sameAs !== null && kind === 'username' && (
        <Pill tone="danger">{words.say('transforms.sameUsername', { other })}</Pill>
      )}
      {sameAs !== null && kind === 'group' && (
        <span className={texts['soft']}>{words.say('transforms.sameGroup', { other })}</span>
      )}
    </>
  )
}
