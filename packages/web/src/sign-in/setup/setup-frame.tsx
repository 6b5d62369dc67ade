import { wizardSteps, type Setup, type SetupStep } from '@portico/core'
import { useEffect, useRef } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { usePageTitle } from '../../kit/navigation/use-page-title.ts'
import { AskedSignOut } from '../sessions/asked-sign-out.tsx'
import { Stepper } from '../../kit/ui/stepper.tsx'
import { SimplePage } from '../../kit/feedback/simple-page.tsx'
import { ConfigurationStep } from './configuration-step.tsx'
import { FormatStep } from './format-step.tsx'
import styles from './setup.module.css'
import { TestStep } from './test-step.tsx'
import { TypeStep } from './type-step.tsx'
import texts from '../../kit/ui/texts.module.css'

const screens = { 1: TypeStep, 2: ConfigurationStep, 3: FormatStep, 4: TestStep } as const

/** The frame of a step: where it stands among the others, and the step itself. */
export function SetupFrame({ setup, step }: { setup: Setup; step: SetupStep }) {
  const words = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  const title = words.say(`setup.step.${step}`)
  usePageTitle(title)
  // After the portal has moved the focus to the content.
  useEffect(() => {
    const isNew = before.current !== step
    before.current = step
    const frame = requestAnimationFrame(() => {
      // The page of the setup URL is gone with its button.
      if (isNew || document.activeElement?.matches('body, main') === true) heading.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [step])
  const Screen = screens[step]
  const until = new Date(setup.expiresOn).toLocaleString(words.formatLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <SimplePage
      tools={
        <AskedSignOut label={words.say('setup.end')} title={words.say('setup.leave.title')}>
          <p>{words.say('setup.leave.text', { time: until })}</p>
        </AskedSignOut>
      }
    >
      <div className={styles['head']}>
        <p className={texts['soft']}>
          {words.say('setup.of', { tenant: setup.tenantName })} · {words.say('setup.until', { time: until })}
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Stepper
          label={words.say('setup.steps')}
          steps={wizardSteps.map((one) => words.say(`setup.step.${one}`))}
          current={step}
        />
        {setup.replaces !== null && <p role="note">{words.say('setup.replaces', { name: setup.replaces })}</p>}
      </div>
      <Screen setup={setup} key={setup.idp} />
    </SimplePage>
  )
}
