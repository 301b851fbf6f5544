import { describe, expect, it } from '@jest/globals';
import { KnownRequests } from './known-requests.ts';

const bytes = (text: string) => Buffer.from(text);

describe('requests that were parsed before', () => {
  it('are read once for the same address and bytes, and again where either differs', () => {
    const known = new KnownRequests<{ read: number }>();
    let reads = 0;
    const read = () => ({ read: (reads += 1) });
    const first = known.get('/a', bytes('{"é":1}'), read);
    expect(known.get('/a', bytes('{"é":1}'), read)).toBe(first);
    expect(known.get('/b', bytes('{"é":1}'), read)).not.toBe(first);
    expect(known.get('/a', bytes('{"e":1}'), read)).not.toBe(first);
    expect(known.get('/a', Buffer.from('{"é":1}', 'latin1'), read)).not.toBe(first);
    expect(reads).toBe(4);
  });

  it('a refused one is refused again, and is not remembered', () => {
    const known = new KnownRequests<object>();
    const refuse = () => {
      throw new Error('refused');
    };
    expect(() => known.get('/a', bytes('x'), refuse)).toThrow('refused');
    expect(() => known.get('/a', bytes('x'), refuse)).toThrow('refused');
    const read = { read: true };
    expect(known.get('/a', bytes('x'), () => read)).toBe(read);
  });

  it('are bounded: the ones that nobody asks for any more are forgotten, long ones never kept', () => {
    const known = new KnownRequests<{ at: string }>();
    const first = known.get('/0', bytes('{}'), () => ({ at: 'first' }));
    for (let index = 1; index < 3000; index += 1) known.get(`/${String(index)}`, bytes('{}'), () => ({ at: '' }));
    expect(known.get('/0', bytes('{}'), () => ({ at: 'again' }))).not.toBe(first);
    const long = Buffer.alloc(20_000, ' ');
    const read = () => ({ at: 'long' });
    expect(known.get('/0', long, read)).not.toBe(known.get('/0', long, read));
  });
});
