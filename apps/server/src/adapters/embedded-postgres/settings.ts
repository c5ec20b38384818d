/**
 * For two cores shared with the server itself. Given on the command line, where no edit of a file in the data directory
 * can undo them: fsync, full_page_writes and synchronous_commit are what makes an acknowledgement true.
 */
export const SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '10min',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  effective_io_concurrency: '64',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  autovacuum_naptime: '20s',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic', // a failed statement's text may hold personal data: it is not logged
};

export const LOOPBACK = '127.0.0.1';

/** The database does not inherit our environment, except on Windows, where programs do not start without theirs. */
export const ENVIRONMENT = process.platform === 'win32' ? process.env : { PATH: process.env['PATH'], LC_ALL: 'C' };

/** A session whose client has gone ends soon, in the middle of a statement too; Windows cannot tell. */
export const ENDS_WITH_CLIENT: Readonly<Record<string, string>> =
  process.platform === 'win32' ? {} : { client_connection_check_interval: '500ms' };

/**
 * After a crash: one flush of the file system, where the system has one, instead of one of each of some thousand files.
 */
export const RECOVERY: Readonly<Record<string, string>> =
  process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {};
