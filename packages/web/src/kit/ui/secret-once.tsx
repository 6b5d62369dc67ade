import { useEffect, useRef } from 'react'

import { Button } from './button.tsx'
import { CopyableCode } from './copyable-code.tsx'
import form from './form-page.module.css'

type Properties = {
  readonly title: string
  readonly message: string
  readonly secret: string
  readonly copyLabel: string
  readonly doneLabel: string
  readonly onDone: () => void
}

/** A secret that was just created, shown once. Its heading takes the focus. */
export function SecretOnce({ title, message, secret, copyLabel, doneLabel, onDone }: Properties) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={form['note']} aria-labelledby="created">
      <h2 id="created" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className={form['section']}>{message}</p>
      <p className={form['section']} dir="ltr">
        <CopyableCode text={secret} label={copyLabel} />
      </p>
      <Button look="primary" onClick={onDone}>
        {doneLabel}
      </Button>
    </section>
  )
}
