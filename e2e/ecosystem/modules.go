//go:build modules

package ecosystem

// The modules whose findings are on record, by one of their packages, for go.mod: libraries, clients,
// a web framework, a database and a consensus protocol, file formats, and both SDKs of MCP.
import (
	_ "github.com/BurntSushi/toml"
	_ "github.com/aws/smithy-go"
	_ "github.com/expr-lang/expr"
	_ "github.com/fsnotify/fsnotify"
	_ "github.com/go-git/go-git/v5"
	_ "github.com/golang-jwt/jwt/v5"
	_ "github.com/gorilla/websocket"
	_ "github.com/hashicorp/raft"
	_ "github.com/jackc/pgx/v5"
	_ "github.com/labstack/echo/v4"
	_ "github.com/mark3labs/mcp-go/server"
	_ "github.com/modelcontextprotocol/go-sdk/mcp"
	_ "github.com/redis/go-redis/v9"
	_ "github.com/ulikunitz/xz"
	_ "github.com/urfave/cli/v3"
	_ "go.etcd.io/bbolt"
)
