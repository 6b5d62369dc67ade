import {
  identityProviderList,
  listOf,
  readFirstAccount,
  setUpOf,
  setUpSteps,
  type SetUp,
  type SetUpStep,
} from '@portico/core'
import { useList } from '@portico/core/react'
import { useCallback } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { createAccountPath, createProviderPath, providerPath } from '../../kit/navigation/paths.ts'
import { useLoaded } from '../../kit/navigation/use-loaded.ts'
import { Link } from '../../kit/ui/link.tsx'
import { CheckIcon } from '../../kit/ui/icons.tsx'
import styles from './set-up-checklist.module.css'
import texts from '../../kit/ui/texts.module.css'

/** What a new tenant still needs, from what it has; nothing once all of it is there. */
export function SetUpChecklist() {
  const core = useCore()
  const words = useWords()
  // Read by the list above it.
  const { held } = useList(listOf(core, identityProviderList))
  const { loaded } = useLoaded(useCallback(() => readFirstAccount(core.client), [core]))
  if (held === undefined || loaded === undefined || loaded === 'failed') return null
  const setUp = setUpOf(held, loaded)
  const doneCount = setUpSteps.filter((step) => setUp.done[step]).length
  if (doneCount === setUpSteps.length) return null
  return (
    <section className={styles['root']} aria-labelledby="set-up">
      <h2 id="set-up">{words.say('setUp.title')}</h2>
      <p className={texts['small']}>{words.say('setUp.progress', { done: doneCount, all: setUpSteps.length })}</p>
      <ol className={styles['steps']}>
        {setUpSteps.map((step) => (
          <li key={step} className={styles['step']}>
            <span className={setUp.done[step] ? styles['done'] : styles['open']}>
              {setUp.done[step] && <CheckIcon />}
            </span>
            <div>
              <StepName step={step} setUp={setUp} />
              <p className={texts['small']}>{words.say(`setUp.${step}Hint`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A step that is done says so; another leads to where it is done, once the steps before it allow that. */
function StepName({ step, setUp }: { step: SetUpStep; setUp: SetUp }) {
  const words = useWords()
  const name = words.say(`setUp.${step}`)
  if (setUp.done[step])
    return (
      <p>
        {name} <span className={texts['small']}>({words.say('setUp.done')})</span>
      </p>
    )
  const to = pathOf(step, setUp)
  return <p>{to === undefined ? name : <Link to={to}>{name}</Link>}</p>
}

function pathOf(step: SetUpStep, { providerId, environmentId }: SetUp): string | undefined {
  if (step === 'provider') return createProviderPath()
  if (step === 'formats') return providerId && providerPath(providerId, 'username-formats')
  return environmentId && createAccountPath(environmentId)
}
