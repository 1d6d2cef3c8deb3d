import { type Kysely, sql } from 'kysely'
import type { Engine, Tables } from '../../tables.ts'

/**
 * Lays the tables of PostgreSQL that grow with every query out by month, each month a table in the schema
 * `trail_months`. What was written before stays in its table, which moves there and ends with the month it was last
 * written in; whatever no month has room for lies in one called `other`. Their names and columns stay, so that an earlier
 * release goes on writing.
 */
export async function layOutMonths(db: Kysely<Tables>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  await sql`create schema trail_months`.execute(db)
  // The month a row lies in has to be part of every key. The table of before keeps the one it had, without.
  await layOut(db, {
    table: 'trail_link',
    time: 'last_at_ms',
    key: 'unique (environment, number, last_at_ms)',
  })
  await sql`create index trail_link_by_time on trail_link (environment, last_at_ms)`.execute(db)
  await layOut(db, {
    table: 'consultation',
    time: 'at_ms',
    key: 'primary key (environment, document, billed, at_ms, number, place)',
  })
  await layOut(db, {
    table: 'trail_lane_owner',
    time: 'last_at_ms',
    key: 'primary key (environment, owner, last_at_ms, number)',
  })
}

type Growing = { readonly table: string; readonly time: string; readonly key: string }

async function layOut(db: Kysely<Tables>, { table, time, key }: Growing): Promise<void> {
  for (const statement of [
    `alter table ${table} set schema trail_months`,
    `create table ${table} (like trail_months.${table} including defaults) partition by range (${time})`,
    `alter table ${table} add constraint ${table}_of_month ${key}`,
    `create table trail_months.${table}_other partition of ${table} default`,
    attachMonths(table, time),
  ])
    await sql.raw(statement).execute(db)
}

/**
 * The table of before takes everything up to the month after its last row, or up to this month where it has none; this
 * month and the next two have tables of their own unless it takes them. A month begins at midnight in São Paulo.
 */
const attachMonths = (table: string, time: string): string => `do $$
  declare
    newest bigint := (select max(${time}) from trail_months.${table});
    this_month timestamp := date_trunc('month', now() at time zone interval '-03:00');
    first_month timestamp := greatest(this_month, date_trunc('month',
      to_timestamp(newest / 1000.0) at time zone interval '-03:00') + interval '1 month',
      case when newest is null then this_month else this_month + interval '1 month' end);
    begins timestamp;
  begin
    execute format('alter table ${table} attach partition trail_months.${table}
      for values from (minvalue) to (%s)', (extract(epoch from first_month + interval '3 hours') * 1000)::bigint);
    for ahead in 0..2 loop
      begins := this_month + ahead * interval '1 month';
      continue when begins < first_month;
      execute format('create table trail_months.%I partition of ${table} for values from (%s) to (%s)',
        '${table}_' || to_char(begins, 'YYYY_MM'),
        (extract(epoch from begins + interval '3 hours') * 1000)::bigint,
        (extract(epoch from begins + interval '1 month 3 hours') * 1000)::bigint);
    end loop;
  end $$`
