import {
  createProviderDraft,
  createSetup,
  type LazyParts,
  type ProviderDraft,
  type Setup,
  type TestStage,
} from '@portico/core'
import { useProviderDraft } from '@portico/core/react'
import { useEffect, useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { beginTestLogin } from '../../providers/identity-providers/begin-test-login.ts'
import panel from '../../providers/identity-providers/test-panel.module.css'
import { TestDetails, TestProgress } from '../../providers/identity-providers/test-progress.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Checkbox } from '../../kit/ui/checkbox.tsx'
import { GoBack } from './go-back.tsx'
import { GroupAssignment } from './group-assignment.tsx'
import styles from './setup.module.css'

const labels: Partial<Record<TestStage, 'setup.test.start' | 'draft.again'>> = {
  none: 'setup.test.start',
  waiting: 'draft.again',
  running: 'draft.again',
}

/** The test login with what was configured, then the initial group assignment. */
export function TestStep({ setup }: { setup: Setup }) {
  const core = useCore()
  const words = useWords()
  const store = core.lazily(createSetup)
  const id = setup.idp ?? ''
  const draft: ProviderDraft = core.lazily(
    (parts: LazyParts) => createProviderDraft(parts, id, () => store.providerCalls.read()),
    `setup draft ${id}`,
  )
  const { provider, isFresh, busy } = useProviderDraft(draft)
  const [wasTested] = useState(setup.testId)
  const stage = draft.stage()
  useEffect(() => {
    void draft.read()
    if (wasTested !== null) void draft.resume(wasTested)
  }, [draft, wasTested])
  useEffect(() => {
    void store.readGroups()
  }, [store, stage])
  return (
    <div className={styles['stack']}>
      <section className={panel['root']} aria-labelledby="test-login">
        <h2 id="test-login">{words.say('setup.test.title')}</h2>
        <p>{words.say('setup.test.lead')}</p>
        <div>
          <Button
            look={stage === 'passed' ? 'outline' : 'primary'}
            busy={busy === 'starting'}
            disabled={provider === undefined}
            onClick={() => void beginTestLogin(() => draft.start())}
          >
            {words.say(labels[stage] ?? 'setup.test.again')}
          </Button>
        </div>
        <Checkbox
          label={words.say('draft.fresh')}
          hint={words.say('draft.freshHint')}
          isChecked={isFresh}
          onChange={(isChecked) => draft.chooseFresh(isChecked)}
        />
        <TestProgress draft={draft} />
        <TestDetails draft={draft} />
      </section>
      <GroupAssignment />
      <div className={styles['actions']}>
        <GoBack to={3} />
      </div>
    </div>
  )
}
