import {
  bannerWords,
  createOperations,
  sessionEndedWord,
  supportHours,
  type Core,
  type OperatedTenant,
  type Problem,
} from '@portico/core'
import { useId, useState, type FormEvent, type ReactNode } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import texts from '../../kit/ui/texts.module.css'

const hoursOffered = Array.from({ length: supportHours.most - supportHours.least + 1 }, (_, at) =>
  String(supportHours.least + at),
)

/** Why support cannot enter a tenant; undefined: it can. */
const refusalOf = ({ deactivated, allowProsAccess }: OperatedTenant) =>
  deactivated ? 'deactivated' : allowProsAccess ? undefined : 'off'

/** Enters a tenant after the question for a reason, which its administrators read. Without its permission the button says why. */
export function EnterTenant({ tenant }: { readonly tenant: OperatedTenant }) {
  const words = useWords()
  const [isAsked, setAsked] = useState(false)
  const reasonId = useId()
  if (tenant.vendor) return null
  const refused = refusalOf(tenant)
  return (
    <>
      {refused !== undefined && (
        <p id={reasonId} className={texts['small']}>
          {words.say(`operations.enter.${refused}`)}
        </p>
      )}
      <Button
        look="primary"
        disabled={refused !== undefined}
        aria-describedby={refused === undefined ? undefined : reasonId}
        onClick={() => setAsked(true)}
      >
        {words.say('operations.enter')}
      </Button>
      {isAsked && <EnterDialog tenant={tenant} onClose={() => setAsked(false)} />}
    </>
  )
}

type ThereProperties = {
  readonly tenant: OperatedTenant
  /** The page of the tenant that opens. */
  readonly to: string
  readonly label: string
  readonly children: ReactNode
}

/** Leads to a page of a tenant, which support enters first; only the text where it cannot. */
export function EnterThere({ tenant, to, label, children }: ThereProperties) {
  const [isAsked, setAsked] = useState(false)
  if (tenant.vendor || refusalOf(tenant) !== undefined) return children
  return (
    <>
      <Button look="quiet" aria-label={label} onClick={() => setAsked(true)}>
        {children}
      </Button>
      {isAsked && <EnterDialog tenant={tenant} to={to} onClose={() => setAsked(false)} />}
    </>
  )
}

type DialogProperties = { readonly tenant: OperatedTenant; readonly to?: string; readonly onClose: () => void }

function EnterDialog({ tenant, to = '/portal', onClose }: DialogProperties) {
  const words = useWords()
  const core = useCore()
  const operations = core.lazily(createOperations)
  const [reason, setReason] = useState('')
  const [hours, setHours] = useState(String(supportHours.usual))
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const [formId, questionId] = [useId(), useId()]
  const isOff = isBusy || reason.trim() === ''
  const enter = async (event: FormEvent) => {
    event.preventDefault()
    if (isOff) return
    setBusy(true)
    const failed = await operations.enter(tenant, { reason, hours: Number(hours) })
    // All that is loaded belongs to the vendor's tenant.
    if (failed === undefined) return window.location.assign(to)
    setBusy(false)
    setProblem(failed)
  }
  return (
    <Dialog
      title={words.say('operations.enter.title', { name: tenant.name })}
      describedBy={questionId}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.say('form.cancel')}</Button>
          <Button type="submit" form={formId} look="primary" busy={isBusy} disabled={isOff}>
            {words.say('operations.enter')}
          </Button>
        </>
      }
    >
      <form id={formId} className={formPage['fields']} noValidate onSubmit={(event) => void enter(event)}>
        <p id={questionId}>{words.say(tenant.allowProsChange ? 'operations.enter.change' : 'operations.enter.read')}</p>
        <TextField
          label={words.say('operations.enter.reason')}
          hint={words.say('operations.enter.hint')}
          value={reason}
          onChange={setReason}
          error={problem === undefined ? undefined : sentenceOf(problem, core, words)}
          announces
          data-initial-focus=""
        />
        <NativeSelect
          label={words.say('operations.enter.hours')}
          value={hours}
          options={hoursOffered}
          onChange={setHours}
        />
      </form>
    </Dialog>
  )
}

/** The sentence of the field that is wrong, else that of the whole call. */
function sentenceOf(problem: Problem, { session, clock }: Core, words: ReturnType<typeof useWords>): string {
  if (problem.kind === 'session-ended')
    return words.say(sessionEndedWord(session.getState().session?.expiresOn, clock.now()))
  if (problem.kind === 'expected' && problem.details[0] !== undefined) return problem.details[0].errorMessage
  const { title, message } = bannerWords(problem, words)
  return [title, message].filter(Boolean).join(' ')
}
