//! Tables on a server of PostgreSQL, which the tests start for themselves on this machine and stop again.

use std::{
    env, fs,
    net::TcpListener,
    path::PathBuf,
    process::{Command, Output},
};

use tempfile::TempDir;

use crate::support::{Folder, rows};

/// A password that must not be seen anywhere.
const PASSWORD: &str = "Zyx-Password";

/// A server of its own, with a database and two users: one who owns it, and one who may only read.
struct Server {
    programs: PathBuf,
    data: TempDir,
    port: u16,
}

impl Server {
    fn start() -> Self {
        let data = tempfile::tempdir().expect("a place for tests");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port").port();
        let server = Self { programs: programs(), data, port };
        fs::write(server.data.path().join("password"), PASSWORD).expect("a file");
        if is_root() {
            // PostgreSQL does not run as root.
            run(Command::new("chown").args(["-R", "postgres"]).arg(server.data.path()));
        }
        let (cluster, password) = (server.cluster(), server.data.path().join("password"));
        run(server
            .own("initdb")
            .args([
                "--username",
                "owner",
                "--auth",
                "scram-sha-256",
                "--no-sync",
                "--encoding",
                "UTF8",
                "--locale",
                "C",
            ])
            .arg("--pwfile")
            .arg(password)
            .arg("-D")
            .arg(cluster));
        server.control("start");
        server.sql("CREATE ROLE reader LOGIN PASSWORD 'Zyx-Reader'");
        server
    }

    fn cluster(&self) -> PathBuf {
        self.data.path().join("cluster")
    }

    /// A program of the server, run by somebody who is not root.
    fn own(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        if !is_root() {
            return Command::new(program);
        }
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    }

    fn control(&self, what: &str) {
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=20",
            self.port
        );
        let log = self.data.path().join("log");
        let mut command = self.own("pg_ctl");
        command
            .args(["-w", "-m", "immediate", "-o", &options, "-l"])
            .arg(log)
            .arg("-D")
            .arg(self.cluster())
            .arg(what);
        run(&mut command);
    }

    /// Where it is, for a user.
    fn url(&self, user: &str, password: &str) -> String {
        format!("postgres://{user}:{password}@127.0.0.1:{}/postgres", self.port)
    }

    fn owner(&self) -> String {
        self.url("owner", PASSWORD)
    }

    /// What the database answers, as CSV.
    fn sql(&self, sql: &str) -> String {
        let mut command = Command::new(self.programs.join("psql"));
        command
            .args(["--no-psqlrc", "--csv", "--quiet", "-v", "ON_ERROR_STOP=1", "-c", sql])
            .arg(self.owner());
        String::from_utf8(run(&mut command).stdout).expect("UTF-8")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut command = self.own("pg_ctl");
        let _ = command.args(["-m", "immediate", "stop", "-D"]).arg(self.cluster()).output();
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("every Unix has it");
    id.stdout.trim_ascii() == b"0"
}

fn run(command: &mut Command) -> Output {
    // Nobody may be in a folder that another user cannot enter.
    let output = command.current_dir("/").output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The folder of the server's programs; if there is none, Debian's package is installed.
fn programs() -> PathBuf {
    let found = || {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let bins = versions.map(|version| version.path().join("bin"));
        let on_path =
            env::var_os("PATH").into_iter().flat_map(|path| env::split_paths(&path).collect::<Vec<_>>());
        bins.chain(on_path)
            .filter(|folder| ["initdb", "pg_ctl", "psql"].iter().all(|it| folder.join(it).is_file()))
            .max()
    };
    if let Some(found) = found() {
        return found;
    }
    let install = "apt-get install --yes --no-install-recommends -o DPkg::Lock::Timeout=300 postgresql";
    let install = if is_root() { install.to_owned() } else { format!("sudo --non-interactive {install}") };
    run(Command::new("sh").arg("-c").arg(install).env("DEBIAN_FRONTEND", "noninteractive"));
    found().expect("the package brings initdb")
}

const TABLE: &str = "
    CREATE SCHEMA health;
    CREATE TYPE health.blood AS ENUM ('A', 'B', '0');
    CREATE TABLE health.people AS SELECT
        lpad((g * 7 % 40)::text, 5, '0') AS zip,
        20 + g * 13 % 50 AS age,
        DATE '1950-01-01' + (g * 37 % 400) AS born,
        (ARRAY['A', 'B', '0'])[1 + g % 3]::health.blood AS blood,
        (g % 7 = 0) AS smokes,
        ('ill' || chr(9) || (g % 11)) AS ill,
        (g % 90 / 8.0)::numeric(8, 2) AS cost,
        TIMESTAMP '2024-05-01 12:00:00' + (g % 30) * INTERVAL '1 hour' AS seen
    FROM generate_series(1, 900) AS g;
    UPDATE health.people SET cost = NULL WHERE age = 33;
";

const ROLES: &str =
    "--quasi zip,age,born,blood --sensitive ill --other smokes,cost,seen -k 3 --suppression 5%";

#[test]
fn a_server_is_read_from_and_written_to() {
    let server = Server::start();
    let folder = Folder::new();
    server.sql(TABLE);
    server.sql("GRANT USAGE ON SCHEMA health TO reader; GRANT SELECT ON health.people TO reader");
    let folder = folder.and("people.csv", server.sql("SELECT * FROM health.people"));
    let owner = server.owner();

    // From a table as from its text.
    folder.succeed(&format!(
        "anonymize {owner} --table health.people {ROLES} -o a.csv --certificate c.json --report r.html"
    ));
    folder.succeed(&format!("anonymize people.csv {ROLES} -o b.csv --quiet"));
    let cells = |name: &str| -> Vec<String> {
        // A server tells truth values and moments in its own words.
        let plain = |row: &&str| {
            row.replace(",t,", ",true,")
                .replace(",f,", ",false,")
                .replace("T1", " 1")
                .replace("T0", " 0")
                .replace("T2", " 2")
        };
        let mut found: Vec<String> = rows(&folder.text(name)).iter().map(plain).collect();
        found.sort();
        found
    };
    assert_eq!(cells("a.csv"), cells("b.csv"));

    // Into a new table, in its own types, sorted as a file is.
    let into =
        format!("anonymize {owner} --table health.people {ROLES} -o {owner} --output-table health.released");
    let told = folder.succeed(&format!("{into} --certificate d.json --plan p.json"));
    let types = server.sql(
        "SELECT string_agg(data_type, ',' ORDER BY ordinal_position) FROM information_schema.columns WHERE table_name = 'released'",
    );
    for expected in ["boolean", "numeric", "timestamp without time zone", "text"] {
        assert!(types.contains(expected), "{types}");
    }
    let written = server.sql("SELECT * FROM health.released ORDER BY ctid");
    let folder = folder.and("released.csv", &written);
    let sorted = |name: &str| -> Vec<String> {
        rows(&folder.text(name)).iter().map(|row| row.replace('T', " ")).collect()
    };
    assert_eq!(sorted("released.csv").len(), sorted("a.csv").len());
    folder.succeed(&format!("check {owner} --table health.released --quasi zip,age,born,blood -k 3"));

    // No password anywhere.
    for name in folder.names() {
        assert!(!String::from_utf8_lossy(&folder.bytes(&name)).contains("Zyx"), "{name}");
    }
    assert!(!told.text().contains("Zyx"), "{}", told.text());
    folder.succeed(&format!("init {owner} --table health.people -o release.toml"));
    assert!(!folder.text("release.toml").contains("Zyx"));

    // Refusals leave everything as it was.
    let before = server.sql("SELECT count(*), sum(hashtext(r::text)) FROM health.released r");
    let refuses = |args: String, words: &str| {
        let run = folder.run(&args);
        assert_eq!(run.code, Some(2), "{args}: {}", run.text());
        assert!(run.stderr.contains(words), "{}", run.stderr);
        assert!(!run.stderr.contains("Zyx"), "{}", run.stderr);
    };
    refuses(into.clone(), "the table exists; pass --force to replace it");
    refuses(
        format!("check {} --table health.people --quasi zip -k 2", server.url("owner", "Zyx-wrong")),
        "the server refuses the user or the password",
    );
    let reader = server.url("reader", "Zyx-Reader");
    refuses(
        format!("anonymize {reader} --table health.people {ROLES} -o {reader} --output-table health.mine"),
        "the user lacks the privilege to write it",
    );
    refuses(
        format!("check {reader} --table health.released --quasi zip -k 2"),
        "the user lacks the privilege to read it",
    );
    refuses(
        format!("check {owner} --table health.nobody --quasi zip -k 2"),
        "there is no such table or schema",
    );
    let of_query = |query: &str| {
        let run = folder.run_with(&["check", &owner, "--query", query, "--quasi", "zip", "-k", "2"]);
        assert_eq!(run.code, Some(2), "{query}: {}", run.text());
        run.stderr
    };
    let stderr = of_query("SELECT zip, ARRAY[age] AS ages FROM health.people");
    assert!(stderr.contains("column \"ages\" has the type _int4, which is not supported"), "{stderr}");
    let stderr = of_query("SELECT to_jsonb(zip) AS zip FROM health.people");
    assert!(stderr.contains("column \"zip\" has the type jsonb, which is not supported"), "{stderr}");
    let stderr = of_query("DELETE FROM health.people RETURNING zip");
    assert!(stderr.contains("would change the database"), "{stderr}");
    let stderr = of_query("SELECT zip, pg_terminate_backend(pg_backend_pid()) FROM health.people");
    assert!(stderr.contains("the connection to the server was lost"), "{stderr}");
    assert_eq!(server.sql("SELECT count(*), sum(hashtext(r::text)) FROM health.released r"), before);
    assert_eq!(rows(&server.sql("SELECT count(*) FROM health.people")), ["900"]);

    folder.succeed(&format!("{into} --force --quiet"));
    server.control("stop");
    refuses(format!("check {owner} --table health.people --quasi zip -k 2"), "no server answers there");
}
