import { applicationList, environmentList, fieldOf, listOf, personNoun, type ExplainedAccess } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useState, type FormEvent } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { useQuery } from '../../kit/navigation/use-query.ts'
import { Button } from '../../kit/ui/button.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './access.module.css'

type Properties = {
  readonly answer: ExplainedAccess | undefined
  /** The answer to the question in the address has come, or there is no question. */
  readonly isRead: boolean
}

/** The person, environment and application of the question about access. A choice changes the address at once, a username when it is sent. */
export function Question({ answer, isRead }: Properties) {
  const words = useWords()
  const { query, change } = useQuery()
  const [typed, setTyped] = useState<string>()
  const { held: environments = [] } = useOpenList(listOf(useCore(), environmentList), '')
  const environment = query.get('env') ?? ''
  const user = query.get('user') ?? ''
  // The address of a person's page has an id.
  const username = typed ?? answer?.username ?? (isRead ? user : '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== undefined) change({ user: typed.trim() })
  }
  return (
    <form className={styles['question']} onSubmit={submit}>
      <TextField
        label={words.text(fieldOf(personNoun, 'username')?.label ?? '')}
        value={username}
        dir="ltr"
        placeholder={words.say('whereis.placeholder')}
        onChange={setTyped}
      />
      <NativeSelect
        label={words.say('access.environment')}
        value={environment}
        options={[
          { value: '', label: words.say('access.allEnvironments') },
          ...environments.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(env) => change({ env, ...(env === '' ? { app: '' } : {}) })}
      />
      {environment === '' ? (
        <Applications options={[]} answer={answer} />
      ) : (
        <ApplicationsOf environment={environment} answer={answer} />
      )}
      <Button type="submit" look="primary" disabled={username.trim() === ''}>
        {words.say('access.explain')}
      </Button>
    </form>
  )
}

type OfEnvironment = Pick<Properties, 'answer'> & { readonly environment: string }

function ApplicationsOf({ environment, answer }: OfEnvironment) {
  const { held = [] } = useOpenList(listOf(useCore(), applicationList), environment)
  return <Applications options={held.map(({ id, label }) => ({ value: id, label }))} answer={answer} />
}

type Choice = { readonly value: string; readonly label: string }

function Applications({ options, answer }: Pick<Properties, 'answer'> & { readonly options: readonly Choice[] }) {
  const words = useWords()
  const { query, change } = useQuery()
  const chosen = query.get('app') ?? ''
  const asked = answer?.application ?? null
  // Also one of another environment: the answer says that it is not here.
  const isElsewhere = asked !== null && asked.id === chosen && options.every(({ value }) => value !== chosen)
  return (
    <NativeSelect
      label={words.say('access.application')}
      value={chosen}
      disabled={options.length === 0 && !isElsewhere}
      options={[
        { value: '', label: words.say('access.allApplications') },
        ...(isElsewhere ? [{ value: asked.id, label: asked.label }] : []),
        ...options,
      ]}
      onChange={(app) => change({ app })}
    />
  )
}
