import { explainedStepLabels, withLocalTimes, type ExplainedAccess, type ExplainedStep } from '@portico/core'
import type { ReactNode } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { mappingPath, personPath, settingsPath } from '../../kit/navigation/paths.ts'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import styles from './access.module.css'
import { ApplicationsOpened, GroupsOfPerson, OpeningGroups, RolesHeld } from './step-tables.tsx'
import texts from '../../kit/ui/texts.module.css'

const tones = { passed: 'accent', missing: 'danger', unknown: 'warning' } as const

/** The answer, and the steps from the username to it in the server's sentences, each with what it speaks of. */
export function Chain({ answer }: { readonly answer: ExplainedAccess }) {
  const words = useWords()
  const { username, person, environment, application, steps } = answer
  const outcome = outcomeOf(answer)
  const at = [application?.label, environment?.name].filter((name) => name !== undefined)
  return (
    <>
      <div className={styles['verdict']}>
        <h2 className={texts['long']}>{[person?.name ?? username, ...at].join(' · ')}</h2>
        <Pill tone={tones[outcome]}>{words.say(`access.allowed.${outcome}`)}</Pill>
      </div>
      <ol className={styles['chain']} aria-label={words.say('access.chain')}>
        {steps.map((step) => (
          <Step key={step.step} step={step}>
            {partOf(step, answer)}
          </Step>
        ))}
      </ol>
      <NextStep answer={answer} />
    </>
  )
}

/** Whether what was asked about can be opened, in the words of a step. */
export function outcomeOf({ allowed }: ExplainedAccess): ExplainedStep['outcome'] {
  return allowed === null ? 'unknown' : allowed ? 'passed' : 'missing'
}

function Step({
  step: { step, outcome, sentence },
  children,
}: {
  readonly step: ExplainedStep
  readonly children: ReactNode
}) {
  const words = useWords()
  return (
    <li className={styles['step']} data-outcome={outcome}>
      <div className={styles['name']}>
        <h3>{explainedStepLabels[step]}</h3>
        <Pill tone={tones[outcome]}>{words.say(`access.outcome.${outcome}`)}</Pill>
      </div>
      <p className={styles['sentence']}>{withLocalTimes(sentence, words)}</p>
      {children}
    </li>
  )
}

/** The rows behind a sentence, which names the first of them. */
function partOf(
  { step, outcome }: ExplainedStep,
  { groups, groupCount, access, openedBy, openedByCount }: ExplainedAccess,
): ReactNode {
  if (step === 'groups' && groups.length > 0) return <GroupsOfPerson groups={groups} count={groupCount} />
  if (step === 'roles' && outcome !== 'passed' && openedBy.length > 0)
    return <OpeningGroups groups={openedBy} count={openedByCount} />
  if (access === null) return null
  if (step === 'roles' && access.roles.length > 0) return <RolesHeld roles={access.roles} count={access.roleCount} />
  if (step === 'applications' && access.applications.length > 0)
    return <ApplicationsOpened applications={access.applications} count={access.applicationCount} />
  return null
}

/** Where to change the answer. */
function NextStep({ answer: { outcome, person, environment, application } }: { readonly answer: ExplainedAccess }) {
  const words = useWords()
  return (
    <p className={styles['next']}>
      {person !== null && (
        <ButtonLink to={personPath(person.id)}>{words.say('access.toPerson', { name: person.name })}</ButtonLink>
      )}
      {environment !== null && application !== null && (
        <ButtonLink to={mappingPath(environment.id, application.id)}>
          {words.say('mapping.accessTo', { name: application.label })}
        </ButtonLink>
      )}
      {outcome !== 'known' && outcome !== 'not-seen' && (
        <ButtonLink to={settingsPath('identity-providers')}>{words.say('access.toFormats')}</ButtonLink>
      )}
    </p>
  )
}
