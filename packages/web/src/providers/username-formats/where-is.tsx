import { createUsernameFormats, formatText, type WhereIs as Answer } from '@portico/core'
import { useEffect, useState, type FormEvent } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { providerPath } from '../../kit/navigation/paths.ts'
import { Link } from '../../kit/ui/link.tsx'
import { useQuery } from '../../kit/navigation/use-query.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './username-formats.module.css'
import texts from '../../kit/ui/texts.module.css'

/** Shows which provider a username leads to. The username is in the address: `?username=…`. */
export function WhereIs() {
  const words = useWords()
  const { query, change } = useQuery()
  const asked = query.get('username') ?? ''
  const [typed, setTyped] = useState(asked)
  const answer = useAnswer(asked)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change({ username: typed.trim() })
  }
  return (
    <section className={styles['panel']} aria-labelledby="where-is">
      <h2 id="where-is">{words.say('whereis.title')}</h2>
      <form className={styles['ask']} onSubmit={submit}>
        <TextField
          label={words.say('field.username')}
          value={typed}
          dir="ltr"
          placeholder={words.say('whereis.placeholder')}
          onChange={setTyped}
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          {words.say('whereis.ask')}
        </Button>
      </form>
      <output>{answer !== undefined && <Explanation answer={answer} />}</output>
    </section>
  )
}

function useAnswer(username: string): Answer | undefined {
  const calls = useCore().lazily(createUsernameFormats)
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    let isWanted = true
    if (username !== '') void calls.whereIs(username).then((found) => isWanted && setAnswer(found))
    return () => {
      isWanted = false
    }
  }, [calls, username])
  return username === '' ? undefined : answer
}

function Explanation({ answer }: { answer: Answer }) {
  const words = useWords()
  const { outcome, provider, format, candidates, explanation } = answer
  return (
    <div className={styles['answer']}>
      {provider !== null && (
        <p className={styles['way']}>
          {format !== null && (
            <Pill>
              <bdi dir="ltr">{formatText(format.type === 'suffix' ? 'suffixes' : 'prefixes', format.value)}</bdi>
            </Pill>
          )}
          <span aria-hidden="true">→</span>
          <Link to={providerPath(provider.id)}>{provider.name}</Link>
        </p>
      )}
      <p className={outcome === 'found' ? undefined : texts['warning']}>{explanation}</p>
      {candidates.length > 0 && (
        <p className={texts['small']}>{words.say('whereis.lookedFor', { list: candidates.join(', ') })}</p>
      )}
    </div>
  )
}
