import type { CreatedApiToken } from '@portico/core'
import { useEffect, useRef } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { Button } from '../ui/button.tsx'
import { CopyableCode } from '../ui/copyable-code.tsx'
import form from '../ui/form-page.module.css'

type Properties = { readonly created: CreatedApiToken; readonly onDone: () => void }

/** The token that was just created, once. */
export function CreatedToken({ created, onDone }: Properties) {
  const words = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={form['note']} aria-labelledby="created">
      <h2 id="created" ref={heading} tabIndex={-1}>
        {words.say('apiTokens.created', { name: created.name })}
      </h2>
      <p className={form['section']}>{words.say('apiTokens.once')}</p>
      <p className={form['section']} dir="ltr">
        <CopyableCode text={created.token} label={words.say('apiTokens.copy')} />
      </p>
      <Button look="primary" onClick={onDone}>
        {words.say('apiTokens.done')}
      </Button>
    </section>
  )
}
