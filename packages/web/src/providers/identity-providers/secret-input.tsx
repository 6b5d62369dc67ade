import { isRequired, type ConfigField, type IdentityProviderEditor } from '@portico/core'
import { useProblem } from '@portico/core/react'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './provider-form.module.css'

type Properties = { readonly editor: IdentityProviderEditor; readonly field: ConfigField }

/** A secret is write-only: the stored value is kept, replaced or removed, and never shown. */
export function SecretInput({ editor, field }: Properties) {
  const words = useWords()
  const { name, label, help } = field
  const required = useStore(editor, ({ form: state }) => isRequired(field, state.values))
  const isStored = useStore(editor, ({ form: state }) => state.fetched.stored.includes(name))
  const edit = useStore(editor, ({ form: state }) => state.secrets[name])
  const error = useProblem(editor, name)
  const isNew = useStore(editor, ({ form: state }) => state.pageType === 'CREATE')
  const keep = (
    <Button onClick={() => editor.setSecret(name, { do: 'keep' })} aria-label={`${words.say('secret.keep')}: ${label}`}>
      {words.say('secret.keep')}
    </Button>
  )
  if (edit?.do === 'replace' || (isNew && !isStored))
    return (
      <div className={styles['secret']}>
        <TextField
          label={required ? label : `${label} (${words.say('form.optional')})`}
          dir="ltr"
          type="password"
          autoComplete="new-password"
          value={edit?.do === 'replace' ? edit.text : ''}
          required={required}
          hint={help}
          error={error}
          onChange={(text) => editor.setSecret(name, { do: 'replace', text })}
          onBlur={() => editor.visit(name)}
        />
        {isStored && keep}
      </div>
    )
  const isForgotten = edit?.do === 'forget'
  return (
    <fieldset className={styles['kept']} aria-describedby={`${name}-state`}>
      <legend>{label}</legend>
      <p id={`${name}-state`} className={isForgotten ? styles['mayFail'] : undefined}>
        {words.say(isForgotten ? 'secret.forgotten' : isStored ? 'secret.stored' : 'secret.none')}
      </p>
      {isForgotten ? (
        keep
      ) : (
        <>
          <Button onClick={() => editor.setSecret(name, { do: 'replace', text: '' })}>
            {words.say(isStored ? 'secret.replace' : 'secret.enter')}
          </Button>
          {isStored && !required && (
            <Button onClick={() => editor.setSecret(name, { do: 'forget' })}>{words.say('secret.forget')}</Button>
          )}
        </>
      )}
      {error !== undefined && <p className={styles['fails']}>{error}</p>}
    </fieldset>
  )
}
