import { defineConfig } from 'rolldown'

import { codeCache } from './build/code-cache.mjs'
import { ink } from './build/ink.mjs'
import { jq } from './build/jq.mjs'
import { lazyBuiltins } from './build/lazy-builtins.mjs'
import { lazyRequires } from './build/lazy-requires.mjs'
import { pureContract } from './build/pure-contract.mjs'

// CommonJS, because it starts faster than ESM on Node 20, and because V8's code cache fits it (build/start.cjs).
// Chunks: commander with the descriptions of the commands, which --help needs; the runs; the HTTP client; what few
// commands need, each by itself; and the terminal UI with Ink, React and core's stores.
export default defineConfig({
  input: { program: 'src/main.ts' },
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  treeshake: {
    // Our modules have no side effects at import time, so unused modules are dropped.
    moduleSideEffects: [{ test: /packages[\\/](?:core|cli)[\\/]src/, sideEffects: false }],
  },
  plugins: [ink(), jq(), pureContract(), lazyRequires(), lazyBuiltins(), codeCache()],
  output: {
    dir: 'dist',
    format: 'cjs',
    // A chunk is a `vm.Script`, in which `import()` throws: what is loaded on demand is required (build/start.cjs).
    dynamicImportInCjs: false,
    // What is read at each start is kept short: V8 holds a chunk's text twice, and collects garbage when that grows. Lines
    // and the names of functions stay, for the stacks of --debug.
    minify: { mangle: { keepNames: true }, compress: false, codegen: { removeWhitespace: false } },
    comments: { legal: true, annotation: false, jsdoc: false },
    cleanDir: true,
    entryFileNames: '[name]-[hash].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    codeSplitting: {
      // A group takes what its tests name and nothing that is only imported from there.
      includeDependenciesRecursively: false,
      groups: [
        {
          name: 'conf',
          test: /node_modules[\\/](?:conf|ajv|ajv-formats|atomically|dot-prop|semver|fast-uri|fast-deep-equal|stubborn-[\w-]+|when-exit|env-paths|debounce-fn|json-schema-[\w-]+|uint8array-extras|mimic-function)[\\/]/,
          priority: 3,
        },
        {
          name: 'cookies',
          test: /node_modules[\\/](?:tough-cookie|tldts|tldts-core)[\\/]|http[\\/]cookies\.ts/,
          priority: 3,
        },
        { name: 'jq', test: /output[\\/]jq\.ts/, priority: 3 },
        { name: 'bulk', test: /service-accounts[\\/](?:bulk[\\/]|commands[\\/]create-many)/, priority: 3 },
        {
          name: 'shell',
          test: /cli[\\/]src[\\/][\w-]+[\\/](?:completion[\\/](?!commands[\\/]index)|command-kit[\\/]live-cache|help[\\/](?:man|commands[\\/]manual)\.ts)/,
          priority: 3,
        },
        { name: 'csv', test: /node_modules[\\/]csv-parse[\\/]/, priority: 3 },
        {
          name: 'wrap',
          test: /node_modules[\\/](?:wrap-ansi|ansi-styles)[\\/]|cli[\\/]src[\\/][\w-]+[\\/]output[\\/](?:wrap|indented)\.ts/,
          priority: 3,
        },
        { name: 'yaml', test: /node_modules[\\/]yaml[\\/]/, priority: 3 },
        {
          name: 'proxy',
          test: /undici[\\/]lib[\\/](?:dispatcher[\\/](?:.*proxy-agent|proxy)|core[\\/]socks|api[\\/]api-connect)|http[\\/]dispatcher\.ts/,
          priority: 4,
        },
        {
          name: 'http',
          test: /node_modules[\\/]undici[\\/]|cli[\\/]src[\\/][\w-]+[\\/]http[\\/](?:connection|direct-dispatcher|http-port|multipart|network-error|notice|trace|undici)|open-server\.ts|credentials[\\/]signed-in\.ts/,
          priority: 3,
        },
        {
          name: 'sign-in',
          test: /cli[\\/]src[\\/]sign-in[\\/]sign-in[\\/](?!commands[\\/]index|screens|records)|node_modules[\\/]uqr[\\/]/,
          priority: 3,
        },
        // Translations, of which a command loads one.
        { name: 'german', test: /core[\\/]src[\\/][\w-]+[\\/]words[\\/]compiled[\\/]german[\\/]/, priority: 5 },
        { name: 'arabic', test: /core[\\/]src[\\/][\w-]+[\\/]words[\\/]compiled[\\/]arabic[\\/]/, priority: 5 },
        {
          // Every sentence of core, which few commands say.
          name: 'words',
          test: /core[\\/]src[\\/][\w-]+[\\/]words[\\/](?!languages|translations|compiled[\\/]translations)|cli[\\/]src[\\/][\w-]+[\\/]words[\\/]|node_modules[\\/](?:@lingui|@messageformat|moo)[\\/]/,
          priority: 4,
        },
        {
          // What edits: core's editors with zustand, loaded by the commands that change something and by the terminal UI.
          name: 'editing',
          test: /node_modules[\\/]zustand[\\/](?:esm[\\/])?vanilla|core[\\/]src[\\/][\w-]+[\\/](?:editing[\\/]|feedback[\\/]store|keys[\\/](?:fingerprints|pem-bytes|der|private-file|upload-form)\.ts|lists[\\/](?:list|paging|selection|state|total)\.ts|environments[\\/]editor\.ts|service-accounts[\\/](?:editor|form|changes|command|calls|typed|read-again|store)\.ts)|cli[\\/]src[\\/][\w-]+[\\/](?:context|environments|service-accounts)[\\/]editing\.ts/,
          priority: 5,
        },
        {
          name: 'editing-administration',
          test: /core[\\/]src[\\/][\w-]+[\\/](?:group-mappings|groups|idle-time|identity-providers|portal-roles|primary-idp|support-access|username-formats|tenant-roles)[\\/](?:editor|form|changes|command|typed|check|certificate-view|draft-changes|draft-link|draft-store|findings|plan|preview|store|switch)\.ts|core[\\/]src[\\/][\w-]+[\\/]branding[\\/](?:editor|form)\.ts|core[\\/]src[\\/][\w-]+[\\/](?:api-tokens|clients|provisioning|scim-inbox|scim-tokens|webhooks)[\\/](?:editor|form|store)\.ts|core[\\/]src[\\/][\w-]+[\\/]launcher[\\/](?:editor|settings-form)\.ts|cli[\\/]src[\\/][\w-]+[\\/](?:branding|clients|group-mappings|idle-time|launcher|identity-providers|portal-roles|support-access|username-formats|tenant-roles|webhooks)[\\/]editing\.ts/,
          priority: 5,
        },
        {
          // What the commands of identity providers, formats, certificates and sign-ins need beyond the others.
          name: 'administration',
          test: /core[\\/]src[\\/][\w-]+[\\/](?:api-tokens|audit|clients|identity-providers|username-formats|tenant-roles|group-mappings|doctor|notices|operations|overview|people|primary-idp|provisioning|setup|support-access|scim-inbox|scim-tokens|webhooks)[\\/](?!noun|(?<=provisioning[\\/])(?:state|takeover-noun)|(?<=support-access[\\/])sessions-(?:noun|store)|(?<=(?:clients|tenant-roles)[\\/])fields|(?<=people[\\/])(?:facts|state|store)|(?<=operations[\\/])(?:health|store)|(?<=audit[\\/])(?:paths|revert\.ts))[\w-]+\.ts$|core[\\/]src[\\/][\w-]+[\\/](?:expiry|sign-in[\\/](?:records-contract|list)|groups[\\/]find|certificates[\\/](?:days-left|list)|recovery-codes[\\/]warning)\.ts|cli[\\/]src[\\/][\w-]+[\\/](?:(?:access|api-tokens|app-roles|audit|clients|group-mappings|identity-providers|username-formats|tenant-roles|certificates|doctor|notices|operations|overview|groups|people|portal-roles|provisioning|setup|support|support-access|scim-inbox|scim-tokens|webhooks)[\\/](?!screens|noun|secret-variables|commands[\\/]index)|sessions[\\/]commands[\\/](?:list|end)\.ts|sign-in[\\/]records[\\/]|checks[\\/]check-lines\.ts|io[\\/]read-input)/,
          priority: 4,
        },
        {
          name: 'program',
          test: /rolldown[\\/]runtime|core[\\/]src[\\/][\w-]+[\\/](?:limits|operations[\\/]health|provisioning[\\/]state|people[\\/]state|words[\\/]languages|sessions[\\/]device|clients[\\/]fields|service-accounts[\\/]fields|tenant-roles[\\/]fields|text[\\/]closest)\.ts|node_modules[\\/]commander[\\/]|nouns?\.ts|nouns[\\/]|index\.ts|cli[\\/]src[\\/](?:main\.ts|[\w-]+[\\/](?:program|command-kit)[\\/])|process-io|io[\\/]signals|settings[\\/](?:keys|server-url)|errors[\\/](?:failure|exit-codes)|phrases[\\/]phrase\.ts|output[\\/]terminal-columns/,
          priority: 2,
        },
        {
          name: 'runs',
          test: /core[\\/]src[\\/][\w-]+[\\/]http[\\/]|core[\\/]src[\\/][\w-]+[\\/](?!palette[\\/])[\w-]+[\\/](?:contract|access-text-contract|icon-contract|tenant-contract|names|list-contract|settings-contract|rules|lines|private-key|input|wording|order|pages|query|search|sort|list|listed|read|sections|select|arrangement|filter)\.ts|cli[\\/]src[\\/](?!kit[\\/]terminal|app[\\/]tui[\\/](?!commands[\\/]index)|.*(?:screens|check-page-lines))|node_modules[\\/](?:valibot|string-width|strip-ansi|ansi-regex|get-east-asian-width)[\\/]|string-width\?/,
          priority: 1,
        },
      ],
    },
  },
})
