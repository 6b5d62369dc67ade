import { apiPrefix, selectEnvironment, type Environment } from '@portico/core'
import { useEffect, useId, useRef, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import buttonStyles from '../../kit/ui/button.module.css'
import { classes } from '../../kit/ui/classes.ts'
import { CsrfField } from '../../kit/ui/csrf-field.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import styles from './environment-section.module.css'
import { useChoice } from './use-choice.ts'

type Properties = {
  readonly title: string
  readonly environments: readonly Environment[]
  readonly isProduction?: boolean
}

/** Environments under one label. Choosing one posts a form with `env_id` and the CSRF token (spec section 2). */
export function EnvironmentSection({ title, environments, isProduction = false }: Properties) {
  const { environments: store } = useCore()
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  useChoiceOfLoginPage(form, environments)
  if (environments.length === 0) return null

  const open = (event: FormEvent) => {
    if (store.getState().openingId !== undefined) return event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement) store.open(submitter.value)
  }
  return (
    <section className={styles['root']} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      <form ref={form} method="post" action={apiPrefix + selectEnvironment.path} onSubmit={open}>
        <CsrfField />
        <ul className={styles['list']}>
          {environments.map((environment) => (
            <li key={environment.id}>
              <EnvironmentDoor environment={environment} isProduction={isProduction} />
            </li>
          ))}
        </ul>
      </form>
    </section>
  )
}

function EnvironmentDoor({ environment, isProduction }: { environment: Environment; isProduction: boolean }) {
  const { environments } = useCore()
  const words = useWords()
  const openingId = useStore(environments, (state) => state.openingId)
  const isSelected = useStore(environments, (state) => state.selectedId === environment.id)
  const isOpening = openingId === environment.id
  return (
    <button
      type="submit"
      name="env_id"
      value={environment.id}
      className={classes(styles['card'], openingId !== undefined && !isOpening && styles['waiting'])}
      aria-disabled={openingId !== undefined || undefined}
    >
      <span
        className={classes(styles['door'], isProduction && styles['production'], isOpening && styles['open'])}
        aria-hidden="true"
      />
      <span className={styles['text']}>
        <span className={styles['name']}>
          {isOpening ? words.say('environments.opening', { name: environment.name }) : environment.name}
        </span>
        <span className={styles['facts']}>
          <Pill tone={isProduction ? 'production' : 'plain'}>{environment.type}</Pill>
          {isSelected && <span className={styles['selected']}>{words.say('environments.selected')}</span>}
        </span>
      </span>
      {isOpening && <span className={buttonStyles['spinner']} aria-hidden="true" />}
    </button>
  )
}

/** Opens the environment that was chosen before signing in, if the person has access to it. */
function useChoiceOfLoginPage(form: { current: HTMLFormElement | null }, environments: readonly Environment[]): void {
  const choice = useChoice()
  useEffect(() => {
    const id = choice.peek()
    if (id === undefined || !environments.some((one) => one.id === id)) return
    choice.take()
    const button = [...(form.current?.querySelectorAll('button') ?? [])].find((one) => one.value === id)
    form.current?.requestSubmit(button)
  }, [choice, environments, form])
}
