// core's contract is made by calls at the top of its modules. They only return a value, which the bundler cannot know:
// told so, it leaves out the endpoints and schemas that no command uses.

const contract = /[\\/]core[\\/]src[\\/].*(?:contract|rules)\.ts$/

/** A plugin that marks the schemas and endpoints of the contract as free of effects. */
export function pureContract() {
  return {
    name: 'pure-contract',
    transform(code, id) {
      if (!contract.test(id)) return null
      return { code: code.replaceAll(/(?<![\w.])(?:v\.\w+|endpoint|lineRules)\(/g, '/* @__PURE__ */ $&') }
    },
  }
}
