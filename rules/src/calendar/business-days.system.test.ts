import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { test } from 'vitest'
import { addBusinessDays, isBusinessDay, waitingPeriodEnd } from './business-days.ts'
import { addDays, type Day, parseDay } from './day.ts'

const day = (text: string): Day => {
  const parsed = parseDay(text)
  assert.ok(parsed, text)
  return parsed
}

const fiveBusinessDays = [
  { from: '2026-11-13', national: '2026-11-23', bank: '2026-11-23' },
  { from: '2026-11-16', national: '2026-11-24', bank: '2026-11-24' },
  { from: '2026-12-21', national: '2026-12-29', bank: '2026-12-29' },
  { from: '2027-02-04', national: '2027-02-11', bank: '2027-02-15' },
]

for (const { from, national, bank } of fiveBusinessDays) {
  test(`five business days from ${from}`, () => {
    assert.equal(addBusinessDays(day(from), 5, 'national'), national)
    assert.equal(addBusinessDays(day(from), 5, 'bank'), bank)
  })
}

test('the holidays of 2026 are those of the whole country', () => {
  assert.deepEqual(weekdaysOff(2026, 'national'), [
    '2026-01-01',
    '2026-04-03',
    '2026-04-21',
    '2026-05-01',
    '2026-09-07',
    '2026-10-12',
    '2026-11-02',
    '2026-11-20',
    '2026-12-25',
  ])
})

test('a holiday that falls on a Sunday in one year falls on a working day in another', () => {
  assert.deepEqual(weekdaysOff(2027, 'national'), [
    '2027-01-01',
    '2027-03-26',
    '2027-04-21',
    '2027-09-07',
    '2027-10-12',
    '2027-11-02',
    '2027-11-15',
  ])
  assert.equal(isBusinessDay(day('0803-12-25'), 'national'), false)
})

test('Good Friday and Corpus Christi are where another reckoning of Easter has them, for two thousand years', () => {
  for (let year = 1583; year < 3600; year++) {
    const easter = easterByOudin(year)
    assert.equal(isBusinessDay(addDays(easter, -2), 'national'), false, String(year))
    assert.equal(isBusinessDay(addDays(easter, -47), 'bank'), false, String(year))
    assert.equal(isBusinessDay(addDays(easter, 60), 'bank'), false, String(year))
    assert.equal(isBusinessDay(addDays(easter, 59), 'bank'), true, String(year))
  }
})

/** Easter Sunday by Oudin's formula of 1940, which counts from the full moon and not from the golden number. */
function easterByOudin(year: number): Day {
  const whole = Math.floor
  const [golden, century] = [year % 19, whole(year / 100)]
  const epact = (century - whole(century / 4) - whole((8 * century + 13) / 25) + 19 * golden + 15) % 30
  const moon = epact - whole(epact / 28) * (1 - whole(29 / (epact + 1)) * whole((21 - golden) / 11))
  const weekday = (year + whole(year / 4) + moon + 2 - century + whole(century / 4)) % 7
  const sunday = moon - weekday
  const month = 3 + whole((sunday + 40) / 44)
  return day(`${year}-0${month}-${String(sunday + 28 - 31 * whole(month / 4)).padStart(2, '0')}`)
}

test('Carnival and Corpus Christi close the banks only', () => {
  const closures = ['2026-02-16', '2026-02-17', '2026-06-04']
  const off = weekdaysOff(2026, 'bank').filter((one) => !weekdaysOff(2026, 'national').includes(one))
  assert.deepEqual(off, closures)
})

test('20 November is a holiday from 2024 on', () => {
  assert.equal(isBusinessDay(day('2023-11-20'), 'bank'), true)
  assert.equal(isBusinessDay(day('2024-11-20'), 'national'), false)
  assert.equal(isBusinessDay(day('2025-11-20'), 'national'), false)
})

test('Good Friday follows Easter, on its earliest and latest day too', () => {
  for (const friday of ['1818-03-20', '2000-04-21', '2008-03-21', '2024-03-29', '2025-04-18', '2038-04-23']) {
    assert.equal(isBusinessDay(day(friday), 'national'), false, friday)
    assert.equal(isBusinessDay(addDays(day(friday), -1), 'national'), true, friday)
  }
})

test('a waiting period counts every day but the first, and ends on a business day', () => {
  assert.equal(waitingPeriodEnd(day('2026-03-02'), 10), '2026-03-12')
  assert.equal(waitingPeriodEnd(day('2026-03-04'), 10), '2026-03-16')
  assert.equal(waitingPeriodEnd(day('2026-11-10'), 10), '2026-11-23')
})

test('a waiting period that ends in Carnival ends on Ash Wednesday', () => {
  assert.equal(waitingPeriodEnd(day('2027-01-28'), 10), '2027-02-10')
  assert.equal(waitingPeriodEnd(day('2026-02-06'), 10), '2026-02-18')
})

test('29 February is a day like another, and missing where the year has none', () => {
  // In 2028 it is Carnival Tuesday.
  assert.equal(isBusinessDay(day('2028-02-29'), 'national'), true)
  assert.equal(isBusinessDay(day('2028-02-29'), 'bank'), false)
  assert.equal(isBusinessDay(day('2024-02-29'), 'bank'), true)
  assert.equal(addBusinessDays(day('2024-02-28'), 1, 'bank'), '2024-02-29')
  assert.equal(addBusinessDays(day('2024-02-29'), 1, 'bank'), '2024-03-01')
  assert.equal(addBusinessDays(day('2023-02-28'), 1, 'bank'), '2023-03-01')
  assert.equal(waitingPeriodEnd(day('2024-02-19'), 10), '2024-02-29')
  assert.equal(waitingPeriodEnd(day('2028-02-19'), 10), '2028-03-01')
})

test('no business days from a day is the day itself, and none are counted backward', () => {
  assert.equal(addBusinessDays(day('2026-11-20'), 0, 'bank'), '2026-11-20')
  assert.throws(() => addBusinessDays(day('2026-11-20'), -1, 'bank'))
  assert.throws(() => addBusinessDays(day('2026-11-20'), 1.5, 'bank'))
})

const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays(day('1970-01-01'), days))
const anyCalendar = fc.constantFrom('national' as const, 'bank' as const)

test('a deadline is a business day with as many business days behind it', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 60 }), anyCalendar, (from, count, calendar) => {
      const end = addBusinessDays(from, count, calendar)
      assert.equal(isBusinessDay(end, calendar), true)
      assert.equal(daysAfter(from, end).filter((one) => isBusinessDay(one, calendar)).length, count)
    }),
  )
})

test('the bank calendar is never earlier, and a waiting period never shorter than promised', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 40 }), (from, count) => {
      assert.ok(addBusinessDays(from, count, 'bank') >= addBusinessDays(from, count, 'national'))
      const end = waitingPeriodEnd(from, count)
      assert.ok(end >= addDays(from, count))
      assert.ok(isBusinessDay(end, 'bank'))
      const rolled = daysAfter(addDays(from, count - 1), addDays(end, -1))
      assert.ok(rolled.every((one) => !isBusinessDay(one, 'bank')))
    }),
  )
})

for (const zone of ['UTC', 'Asia/Tokyo', 'America/Sao_Paulo']) {
  test(`deadlines are the same with the process in ${zone}`, () => {
    const program = `
      import { addBusinessDays, waitingPeriodEnd } from ${JSON.stringify(import.meta.resolve('./business-days.ts'))}
      const days = ['2026-11-13', '2026-11-16', '2026-12-21', '2027-02-04']
      console.log(JSON.stringify(days.map((one) => addBusinessDays(one, 5, 'bank')).concat(waitingPeriodEnd('2027-01-28', 10))))`
    const run = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    })
    assert.deepEqual(JSON.parse(run.stdout), [...fiveBusinessDays.map(({ bank }) => bank), '2027-02-10'])
  })
}

/** Monday to Friday without business. */
function weekdaysOff(year: number, calendar: 'national' | 'bank'): Day[] {
  const days = daysAfter(day(`${year - 1}-12-31`), day(`${year}-12-31`))
  const isWeekday = (one: Day) => ![0, 6].includes(new Date(`${one}T12:00:00Z`).getUTCDay())
  return days.filter((one) => isWeekday(one) && !isBusinessDay(one, calendar))
}

/** The first excluded, the last included. */
function daysAfter(first: Day, last: Day): Day[] {
  const days: Day[] = []
  for (let one = addDays(first, 1); one <= last; one = addDays(one, 1)) days.push(one)
  return days
}

test('a deadline counts whole days, forward', () => {
  for (const count of [-1, 0.5]) {
    assert.throws(() => addBusinessDays(day('2026-03-02'), count, 'bank'), /whole days/)
    assert.throws(() => waitingPeriodEnd(day('2026-03-02'), count), /whole days/)
  }
  assert.equal(addBusinessDays(day('2026-03-01'), 0, 'bank'), '2026-03-01')
  assert.equal(waitingPeriodEnd(day('2026-03-01'), 0), '2026-03-02')
})
