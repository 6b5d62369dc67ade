import {
  confirmChoiceText,
  confirmWithinChoices,
  isKeptWithoutTest,
  type ProviderDraft,
  type SaveRefusal,
} from '@portico/core'
import { useProviderDraft } from '@portico/core/react'
import { useId, useRef, useState, type RefObject } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { useAskedTest } from '../../kit/navigation/use-asked-action.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Checkbox } from '../../kit/ui/checkbox.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { beginTestLogin } from './begin-test-login.ts'
import styles from './test-panel.module.css'
import { PendingConfirmation } from './pending-confirmation.tsx'
import { TestComparison, TestDetails, TestProgress } from './test-progress.tsx'
import texts from '../../kit/ui/texts.module.css'

export type TestPanelProperties = {
  readonly draft: ProviderDraft
  /** The form beside the panel: what is typed there is saved before the test. Absent if there is none. */
  readonly form?: {
    readonly hasChanges: boolean
    /** A username format is typed there that is not saved yet. */
    readonly hasFormats?: boolean
    saveRefusal(): SaveRefusal | undefined
    /** true if it was saved, and the draft has taken over what was saved. */
    saveFirst(): Promise<boolean>
  }
  /** The provider was never kept, and is gone after Revert Changes. */
  readonly onRemoved: () => void
}

/** Tests the draft of a provider by a real login, then keeps or reverts it (spec section 4). */
export default function TestPanel({ draft, form, onRemoved }: TestPanelProperties) {
  const words = useWords()
  const { provider, isFresh, busy } = useProviderDraft(draft)
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useAskedTest(provider !== undefined, () => heading.current?.focus())
  if (provider === undefined) return null
  const hasUnsaved = form?.hasChanges === true
  const refusal = draft.testRefusal()
  const stage = draft.stage()
  const isOpen = stage === 'waiting' || stage === 'running'
  const isBlocked = refusal !== undefined && busy === undefined && form?.hasFormats !== true
  return (
    <section className={styles['root']} aria-labelledby={titleId}>
      <h2 id={titleId} data-test-panel="" tabIndex={-1} ref={heading}>
        {words.say('draft.title')}
      </h2>
      <p>{words.say(leadOf(draft))}</p>
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <TestProgress draft={draft} />
          <TestComparison draft={draft} />
        </div>
        <div className={styles['side']}>
          {isBlocked && (
            <p role="note" className={texts['warning']}>
              <strong>{words.say('formats.none')}</strong> {refusal}
            </p>
          )}
          <Button
            look={provider.draft?.proven === true && !hasUnsaved ? 'outline' : 'primary'}
            busy={busy === 'starting'}
            disabled={isBlocked}
            onClick={() => void begin(draft, form)}
          >
            {words.say(hasUnsaved ? 'draft.saveAndTest' : isOpen ? 'draft.again' : 'draft.test')}
          </Button>
          <Checkbox
            label={words.say('draft.fresh')}
            hint={words.say('draft.freshHint')}
            isChecked={isFresh}
            onChange={(isChecked) => draft.chooseFresh(isChecked)}
          />
          {provider.draft !== null && <Decision {...{ draft, hasUnsaved, heading, onRemoved }} />}
          {provider.live?.unconfirmed != null && (
            <PendingConfirmation draft={draft} onReverted={() => heading.current?.focus()} />
          )}
        </div>
      </div>
      <TestDetails draft={draft} />
    </section>
  )
}

function leadOf(draft: ProviderDraft) {
  const { provider } = draft.getState()
  if (provider?.draft == null) return 'draft.inEffect'
  if (provider.live === null) return 'draft.new'
  return isKeptWithoutTest(provider) ? 'draft.untested' : 'draft.differs'
}

async function begin(draft: ProviderDraft, form: TestPanelProperties['form']): Promise<void> {
  const saves = form?.hasChanges === true
  if (saves && form.saveRefusal() !== undefined) return void (await form.saveFirst())
  await beginTestLogin(async () => (!saves || (await form.saveFirst()) ? draft.start() : undefined))
}

type DecisionProperties = Pick<TestPanelProperties, 'draft' | 'onRemoved'> & {
  readonly hasUnsaved: boolean
  readonly heading: RefObject<HTMLHeadingElement | null>
}

/** The check box, Keep Changes and Revert Changes. */
function Decision({ draft, hasUnsaved, heading, onRemoved }: DecisionProperties) {
  const words = useWords()
  const { provider, isConfirmed, confirmWithinSecs, busy } = draft.getState()
  const [isReverting, setReverting] = useState(false)
  const reasonId = useId()
  if (provider === undefined) return null
  const refusal = hasUnsaved ? words.say('draft.unsaved') : draft.keepRefusal()
  const isOff = refusal !== undefined && busy === undefined
  // The buttons go away with the draft.
  const keep = async () => {
    if (await draft.keep()) heading.current?.focus()
  }
  const revert = async () => {
    setReverting(false)
    const outcome = await draft.revert()
    if (outcome === 'removed') onRemoved()
    else if (outcome === 'reverted') heading.current?.focus()
  }
  return (
    <div className={styles['decision']}>
      <Checkbox
        label={words.say(isKeptWithoutTest(provider) ? 'draft.confirmNoTest' : 'draft.confirm')}
        isChecked={isConfirmed}
        disabled={!draft.canConfirm() || hasUnsaved}
        onChange={(isChecked) => draft.confirm(isChecked)}
      />
      {provider.live !== null && (
        <NativeSelect
          label={words.say('draft.time')}
          value={String(confirmWithinSecs ?? '')}
          options={[undefined, ...confirmWithinChoices].map((secs) => ({
            value: String(secs ?? ''),
            label: confirmChoiceText(secs, words),
          }))}
          onChange={(secs) => draft.chooseTime(secs === '' ? undefined : Number(secs))}
        />
      )}
      <div className={styles['actions']}>
        <Button
          look="primary"
          busy={busy === 'keeping'}
          disabled={isOff}
          aria-describedby={isOff ? reasonId : undefined}
          onClick={() => void keep()}
        >
          {words.say('draft.keep')}
        </Button>
        <Button look="danger" busy={busy === 'reverting'} onClick={() => setReverting(true)}>
          {words.say('draft.revert')}
        </Button>
      </div>
      {isOff && (
        <p id={reasonId} className={texts['small']}>
          {refusal}
        </p>
      )}
      {isReverting && (
        <Dialog
          title={words.say('draft.revertTitle', { name: provider.live?.name ?? provider.name })}
          onClose={() => setReverting(false)}
          actions={
            <>
              <Button data-initial-focus="" onClick={() => setReverting(false)}>
                {words.say('form.cancel')}
              </Button>
              <Button look="danger" onClick={() => void revert()}>
                {words.say('draft.revert')}
              </Button>
            </>
          }
        >
          <p>{words.say(provider.live === null ? 'draft.removeMessage' : 'draft.revertMessage')}</p>
        </Dialog>
      )}
    </div>
  )
}
