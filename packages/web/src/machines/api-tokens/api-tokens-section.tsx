import { apiTokenList, apiTokenMessages, apiTokenStates, listOf, type ListedApiToken } from '@portico/core'
import { useMemo, useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { useListed } from '../../kit/navigation/use-listed.ts'
import { useQuery } from '../../kit/navigation/use-query.ts'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import form from '../../kit/ui/form-page.module.css'
import { ListFrame } from '../../kit/ui/list-frame.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { TokenTable } from './token-table.tsx'

const catalogues = { 'of-api-tokens': apiTokenMessages }

/** The API tokens of all people, on the Security tab. Search and state are in the address: `?q=…&tokens=revoked`. */
export default function ApiTokensSection() {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <AllTokens />
    </LearnedWords>
  )
}

function AllTokens() {
  const words = useWords()
  const [asked, setAsked] = useState<ListedApiToken>()
  const { query } = useQuery()
  const state = apiTokenStates.find((one) => one === query.get('tokens'))
  const filter = useMemo(() => (state === undefined ? {} : { state }), [state])
  const shown = useListed(listOf(useCore(), apiTokenList), 'all', { filter })
  const all = { value: '', label: words.say('apiTokens.allStates') }
  const states = apiTokenStates.map((one) => ({ value: one, label: words.say(`apiTokens.state.${one}`) }))
  return (
    <section className={form['fields']} aria-labelledby="api-tokens">
      <div>
        <h2 id="api-tokens">{words.say('apiTokens.all')}</h2>
        <p className={form['lead']}>{words.say('apiTokens.allLead')}</p>
      </div>
      <ListFrame
        shown={shown}
        labelledBy="api-tokens"
        head="always"
        search={{ label: words.say('apiTokens.search'), clearLabel: words.say('apiTokens.clear') }}
        filters={
          <NativeSelect
            label={words.text('State')}
            value={state ?? ''}
            options={[all, ...states]}
            onChange={(tokens) => shown.change({ tokens })}
          />
        }
        countOf={(count) => words.say('apiTokens.count', { count })}
        empty={<EmptyState message={words.say('apiTokens.noneOfAll')} />}
        noMatch={{ message: words.say('apiTokens.noneFound'), alsoClear: { tokens: '' } }}
      >
        <Changeable never>
          <TokenTable tokens={shown.rows ?? []} label={words.say('apiTokens.all')} hasOwners onRevoke={setAsked} />
        </Changeable>
      </ListFrame>
      {asked !== undefined && <RevokeDialog token={asked} scope="all" onClose={() => setAsked(undefined)} />}
    </section>
  )
}
