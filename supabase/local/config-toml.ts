import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { paths } from './settings.ts'

type TomlValue = string | number | boolean
/** Values of supabase/config.toml by dotted name, for example `auth.email.template.magic_link.subject`. */
export type ConfigToml = Map<string, TomlValue>

/**
 * Reads the settings that the embedded stack shares with the Supabase CLI. Only sections and plain values are read;
 * lists and other values are skipped. `env(NAME)` comes from .env.development beside the file, as `supabase start` reads
 * it; a value that is not there is skipped.
 * @returns an empty map when there is no file
 */
export async function readConfigToml(file: string = paths.config): Promise<ConfigToml> {
  const values: ConfigToml = new Map()
  const environment = parseEnv(await readFile(join(file, '..', '.env.development'), 'utf8').catch(() => ''))
  let section = ''
  for (const line of (await readFile(file, 'utf8').catch(() => '')).split('\n')) {
    const header = /^\s*\[([\w.-]+)\]/.exec(line)?.[1]
    if (header) section = header
    const [, key, text] =
      /^\s*([\w-]+)\s*=\s*("(?:[^"\\]|\\.)*"|true|false|-?\d+(?:\.\d+)?)\s*(?:#.*)?$/.exec(line) ?? []
    const value = text && parseValue(text, environment)
    if (key && value !== undefined) values.set(section ? `${section}.${key}` : key, value)
  }
  return values
}

function parseValue(text: string, environment: NodeJS.Dict<string>): TomlValue | undefined {
  const [, name] = /^"env\((\w+)\)"$/.exec(text) ?? []
  if (name !== undefined) {
    const given = environment[name]
    return given === 'true' || given === 'false' ? given === 'true' : given
  }
  const value: unknown = JSON.parse(text)
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/** @returns the text under a name, or the fallback */
export function textSetting(config: ConfigToml, name: string, fallback: string): string {
  const value = config.get(name)
  return typeof value === 'string' ? value : fallback
}

/** @returns the switch under a name, or the fallback */
export function booleanSetting(config: ConfigToml, name: string, fallback: boolean): boolean {
  const value = config.get(name)
  return typeof value === 'boolean' ? value : fallback
}

/** @returns the number under a name, or the fallback; a duration such as "60s" counts in seconds */
export function numberSetting(config: ConfigToml, name: string, fallback: number): number {
  const value = config.get(name)
  const number = typeof value === 'string' ? Number(value.replace(/s$/, '')) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : fallback
}
