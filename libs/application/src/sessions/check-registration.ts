import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Refusal, type Registration } from '@palimpsest/domain';
import { Uses } from './uses.ts';

/** Whether a Session may be registered in this role: one that was used keeps the role of its first use (U5). */
export class CheckRegistration extends Query<void> {
  constructor(readonly registration: Registration) {
    super();
  }
}

@QueryHandler(CheckRegistration)
export class CheckRegistrationHandler implements IQueryHandler<CheckRegistration> {
  constructor(@Inject(Uses) private readonly uses: Uses) {}

  /** Throws `role_mismatch`. */
  async execute({ registration: { session, role } }: CheckRegistration): Promise<void> {
    const [first] = await this.uses.of(session);
    if (first === undefined || first.role === role) return;
    const message = `Session ${session} has the role ${first.role} since its first prompt; register it with that role, or use another Session`;
    throw new Refusal('role_mismatch', message, { role: first.role });
  }
}
