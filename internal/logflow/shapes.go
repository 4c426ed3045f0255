package logflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A shape says how a function or method logs. Indices count the parameters of its signature without the receiver; -1 stands for none.
type shape struct {
	form    Form
	level   Level
	message int
	rest    int // pairs, fields or operands: the variadic parameter
	err     int // an error of its own
	context int
	levelAt int // the level, where it is an argument
	formats bool
	known   string // the import path, of a logger that is not known by its shape
}

const zerolog = "github.com/rs/zerolog"

// kitLog lists the packages of go-kit's logger. A subpackage has the levels.
var kitLog = []string{"github.com/go-kit/log", "github.com/go-kit/kit/log"}

var levels = []struct {
	prefix string
	level  Level
}{
	{"Trace", Debug}, {"Debug", Debug}, {"Info", Info}, {"Print", Info}, {"Notice", Info},
	{"Warning", Warn}, {"Warn", Warn}, {"Error", Error}, {"DPanic", Error}, {"Panic", Fatal}, {"Fatal", Fatal}, {"Exit", Fatal},
}

// levelOf splits the name of a method into its level and the rest: "Warnf" into Warn and "f".
func levelOf(name string) (level Level, rest string, ok bool) {
	for _, l := range levels {
		if rest, ok := strings.CutPrefix(name, l.prefix); ok {
			return l.level, rest, true
		}
	}
	return NoLevel, "", false
}

// shapeOf returns how a function logs; ok is false if it does not.
func (x *Logs) shapeOf(fn *types.Func) (s shape, ok bool) {
	if fn == nil || fn.Pkg() == nil {
		return shape{}, false
	}
	s = shape{message: -1, rest: -1, err: -1, context: -1, levelAt: -1}
	recv := receiverType(fn)
	s.known = fn.Pkg().Path()
	level, rest, leveled := levelOf(fn.Name())
	s.level = level
	variadic := -1
	if sig := fn.Signature(); sig.Variadic() {
		variadic = sig.Params().Len() - 1
	}
	switch path := fn.Pkg().Path(); {
	case path == "log/slog" && (recv == "" || recv == "Logger"):
		s.form, s.message, s.rest = Pairs, 0, variadic
		switch {
		case leveled && rest == "Context":
			s.context, s.message = 0, 1
		case fn.Name() == "Log" || fn.Name() == "LogAttrs":
			s.context, s.levelAt, s.message = 0, 1, 2
		case !leveled || rest != "":
			return s, false
		}
		return s, true

	case path == "go.uber.org/zap" && recv == "Logger":
		s.form, s.message, s.rest = Fields, 0, variadic
		if fn.Name() == "Log" {
			s.levelAt, s.message = 0, 1
			return s, true
		}
		return s, leveled && rest == ""

	case path == "go.uber.org/zap" && recv == "SugaredLogger":
		return s.byEnding(rest, variadic, leveled)

	case path == zerolog && recv == "Event":
		s.form, s.level = Chain, NoLevel
		switch fn.Name() {
		case "Msg":
			s.message = 0
		case "Msgf":
			s.message, s.rest, s.formats = 0, 1, true
		case "Send", "MsgFunc":
		default:
			return s, false
		}
		return s, true

	case (path == zerolog && recv == "Logger" || path == zerolog+"/log" && recv == "") && strings.HasPrefix(fn.Name(), "Print"):
		s.known, s.level = zerolog, Debug
		return s.byEnding(rest, variadic, true)

	case path == "github.com/sirupsen/logrus" && (recv == "" || recv == "Logger" || recv == "Entry" || recv == "FieldLogger" || recv == "Ext1FieldLogger"):
		if ending, ok := strings.CutPrefix(fn.Name(), "Log"); ok {
			rest, leveled, s.levelAt = ending, true, 0
		}
		s, ok = s.byEnding(rest, variadic, leveled)
		s.form = Chain // the attributes are in the chain
		return s, ok

	case slices.Contains(kitLog, path) && recv == "Logger" && fn.Name() == "Log":
		s.form, s.level, s.rest = Pairs, NoLevel, variadic
		return s, true

	case path == "github.com/go-logr/logr" && recv == "Logger":
		s.form = Pairs
		switch fn.Name() {
		case "Info":
			s.message, s.rest = 0, 1
		case "Error":
			s.err, s.message, s.rest = 0, 1, 2
		default:
			return s, false
		}
		return s, true

	case path == "k8s.io/klog" || path == "k8s.io/klog/v2" || path == "github.com/golang/glog":
		if recv == "Verbose" {
			s.level = Debug
		}
		if fn.Name() == "InfoS" {
			s.form, s.message, s.rest = Pairs, 0, variadic
			return s, true
		}
		if fn.Name() == "ErrorS" {
			s.form, s.err, s.message, s.rest = Pairs, 0, 1, variadic
			return s, true
		}
		return s.byEnding(rest, variadic, leveled)

	case path == "log" && (recv == "" || recv == "Logger"):
		if s.level != Fatal {
			s.level = NoLevel
		}
		return s.byEnding(rest, variadic, strings.HasPrefix(fn.Name(), "Print") || s.level == Fatal)

	case recv != "" && leveled && variadic >= 0 && !returnsError(fn):
		s.known = ""
		if form := x.shaped(fn); form != 0 && fn.Signature().Params().Len() <= 3 {
			if n := variadic; n > 0 && flow.IsContext(fn.Signature().Params().At(0).Type()) {
				s.context = 0
			}
			switch rest {
			case "", "w", "Context":
				s.form, s.message, s.rest = form, variadic-1, variadic
				if form == Format || variadic == 0 { // without f, and without a message, it prints
					s.form, s.message = Print, -1
				}
				return s, true
			}
			s, ok = s.byEnding(rest, variadic, true)
			return s, ok && (s.form == Print || s.message >= 0)
		}
	}
	return s, false
}

// returnsError reports whether a method makes an error: Errorf of a logger may do so, and log nothing.
func returnsError(fn *types.Func) bool { return errorResult(fn.Signature()) >= 0 }

// byEnding returns the shape of a function whose name is that of a level with an ending: f formats, w takes keys and values, and ln prints,
// as does no ending. ok is false for other endings, and if the name is not that of a level.
func (s shape) byEnding(ending string, variadic int, leveled bool) (of shape, ok bool) {
	s.rest = variadic
	switch ending {
	case "", "ln":
		s.form = Print
	case "f":
		s.form, s.message, s.formats = Format, variadic-1, true
	case "w":
		s.form, s.message = Pairs, variadic-1
	default:
		return s, false
	}
	return s, leveled
}

// shaped returns the form of the logger that fn is a method of, as far as its methods show that the type is one: it takes messages with
// keys and values, or formats. It returns 0 for other types.
func (x *Logs) shaped(fn *types.Func) Form {
	named := flow.Receiver(fn)
	if named == nil {
		return 0
	}
	return x.shapes.Get(named.Origin().Obj(), func(*types.TypeName) Form { return shapeOfType(named) })
}

func shapeOfType(named *types.Named) Form {
	var set *types.MethodSet
	if types.IsInterface(named) {
		set = types.NewMethodSet(named)
	} else {
		set = types.NewMethodSet(types.NewPointer(named))
	}
	pairs, formats := make(map[Level]bool), make(map[Level]bool)
	for m := range set.Methods() {
		fn, ok := m.Obj().(*types.Func)
		if !ok || !fn.Signature().Variadic() {
			continue
		}
		params := fn.Signature().Params()
		last := params.At(params.Len() - 1).Type().(*types.Slice).Elem()
		i, isInterface := types.Unalias(last).Underlying().(*types.Interface)
		level, rest, leveled := levelOf(fn.Name())
		if !leveled || !isInterface || !i.Empty() || params.Len() < 2 || returnsError(fn) {
			continue
		}
		message := types.Unalias(params.At(params.Len() - 2).Type()).Underlying()
		_, anything := message.(*types.Interface)
		switch isString := flow.IsString(message); {
		case rest == "f" && isString:
			formats[level] = true
		case (rest == "" || rest == "w" || rest == "Context") && (isString || anything) && !flow.IsContext(params.At(params.Len()-2).Type()):
			pairs[level] = true
		}
	}
	enough := func(m map[Level]bool) bool { return m[Info] && m[Error] && (m[Warn] || m[Debug]) }
	switch {
	case enough(pairs):
		return Pairs
	case enough(formats):
		return Format
	}
	return 0
}

// receiverType returns the name of the type that fn is a method of, or "" for a function.
func receiverType(fn *types.Func) string {
	if fn.Signature().Recv() == nil {
		return ""
	}
	if named := flow.Receiver(fn); named != nil {
		return named.Obj().Name()
	}
	return "?"
}

// args returns the receiver, nil for a function, and the arguments of a call.
func args(common *ssa.CallCommon) (recv ssa.Value, args []ssa.Value) {
	if common.IsInvoke() {
		return common.Value, common.Args
	}
	if fn, bound := flow.Resolve(common.Value); fn != nil && fn.Signature.Recv() != nil {
		if bound != nil {
			return bound, common.Args
		}
		if len(common.Args) > 0 {
			return common.Args[0], common.Args[1:]
		}
	}
	return nil, common.Args
}

// read returns what a call logs, or nil.
func (x *Logs) read(fn *ssa.Function, call ssa.CallInstruction) *Log {
	common := call.Common()
	callee := flow.Called(common)
	s, ok := x.shapeOf(callee)
	if !ok {
		return x.readHelper(fn, call, flow.Callee(common))
	}
	l := &Log{Call: call, Fn: fn, Library: s.known, Level: s.level, Form: s.form, Callee: callee, Formatted: s.formats, Complete: true}
	recv, args := args(common)
	at := func(i int) ssa.Value {
		if i < 0 || i >= len(args) {
			return nil
		}
		return args[i]
	}
	l.Message, l.Context = at(s.message), at(s.context)
	if s.levelAt >= 0 {
		l.Level = levelArg(l.Library, at(s.levelAt))
	}
	if err := at(s.err); err != nil && !flow.IsNil(err) {
		l.Attrs = append(l.Attrs, Attr{Key: "error", Value: err})
	}
	if s.rest >= 0 {
		switch s.form {
		case Pairs, Fields:
			l.attrs(at(s.rest))
		default:
			vals, ok := flow.Variadic(at(s.rest))
			if !ok && at(s.rest) != nil {
				vals = []ssa.Value{at(s.rest)}
				l.Complete = false
			}
			l.Rest = append(l.Rest, vals...)
		}
	}
	if recv != nil {
		x.chain(l, recv)
	}
	return l
}

// levelArg returns the level that a constant stands for.
func levelArg(library string, v ssa.Value) Level {
	n, ok := flow.IntConst(flow.Strip(v))
	if !ok {
		return NoLevel
	}
	// Zap counts from −1 for debug to 2 for error, slog from −4 to 8, zerolog from 0 to 3.
	switch library {
	case "log/slog":
		n = (n+4)/4 - 1
	case zerolog:
		n--
	case "github.com/sirupsen/logrus": // from 0 for panic to 6 for trace
		n = 4 - n
	}
	switch {
	case n < 0:
		return Debug
	case n >= 2:
		return min(Error, Level(n)+2)
	}
	return Level(n) + Info
}

// attrs adds the attributes of a list of keys and values, attributes or fields. Those of groups come last.
func (l *Log) attrs(list ssa.Value) {
	lists := worklist.Of(list)
	for list := range lists.All() {
		vals, ok := flow.Variadic(list)
		if !ok {
			if list != nil {
				l.Rest = append(l.Rest, list)
			}
			l.Complete = false
			continue
		}
		for i := 0; i < len(vals); i++ {
			v := flow.Strip(vals[i])
			if !flow.IsString(v.Type()) {
				if group := l.attr(v); group != nil {
					lists.Push(group)
				}
				continue
			}
			key, _ := flow.StringConst(v)
			if key == "" {
				l.Rest, l.Complete = append(l.Rest, v), false
			}
			if i++; i < len(vals) {
				l.Attrs = append(l.Attrs, Attr{Key: key, Value: vals[i]})
			} else {
				l.Rest = append(l.Rest, v)
			}
		}
	}
}

// attr adds an attribute that a function of the library makes: zap.String(k, v), slog.Any(k, v). For slog.Group(k, ...) it returns the list
// of attributes.
func (l *Log) attr(v ssa.Value) (group ssa.Value) {
	call, ok := v.(*ssa.Call)
	if !ok {
		l.Rest, l.Complete = append(l.Rest, v), false
		return nil
	}
	callee := flow.Callee(call.Common())
	args := call.Call.Args
	switch {
	case callee == nil || callee.Pkg() == nil:
	case callee.Pkg().Path() == "go.uber.org/zap" && callee.Name() == "Error" && len(args) == 1:
		l.Attrs = append(l.Attrs, Attr{Key: "error", Value: args[0], Made: call})
		return nil
	case callee.Pkg().Path() == "log/slog" && callee.Name() == "Group" && len(args) == 2:
		return args[1]
	case len(args) == 2 && flow.IsString(args[0].Type()):
		key, _ := flow.StringConst(args[0])
		l.Attrs = append(l.Attrs, Attr{Key: key, Value: args[1], Made: call})
		if key == "" {
			l.Complete = false
		}
		return nil
	}
	l.Rest, l.Complete = append(l.Rest, args...), false
	return nil
}

// maxChain bounds how many places are searched for a logger's attributes.
const maxChain = 64

// chain adds the attributes that a logger has when a record is written and, for zerolog, the level.
func (x *Logs) chain(l *Log, recv ssa.Value) {
	links := worklist.Of(flow.Strip(recv))
	for v := range links.First(maxChain) {
		call, ok := v.(*ssa.Call)
		if !ok {
			for _, o := range x.model.Origins(v, flow.OriginOptions{NoCalls: true}) {
				if call := o.Call(); call != nil {
					links.Push(call)
				}
				if p, ok := o.Value.(*ssa.Parameter); ok {
					for _, arg := range x.model.GivenFor(p) {
						links.Push(flow.Strip(arg))
					}
				}
			}
			continue
		}
		if next := x.link(l, call); next != nil {
			links.Push(flow.Strip(next))
		}
	}
	l.Complete = l.Complete && links.Len() <= maxChain
}

// link adds what one call of a chain does to a logger, and returns the logger that the call is applied to, or nil at the end of the chain.
func (x *Logs) link(l *Log, call *ssa.Call) ssa.Value {
	callee := flow.Callee(call.Common())
	if callee == nil || callee.Pkg() == nil {
		return nil
	}
	recv, args := args(call.Common())
	add := func(key string, v ssa.Value) {
		l.Attrs = append(l.Attrs, Attr{Key: key, Value: v, Made: call})
	}
	name := callee.Name()
	if path := callee.Pkg().Path(); path == zerolog || path == zerolog+"/log" {
		if t := receiverType(callee); t != "Event" && t != "Context" {
			switch level, rest, ok := levelOf(name); {
			case ok && rest == "":
				l.Level = level
				return recv
			case name == "Err" && len(args) == 1:
				l.Level = Error
				add("error", args[0])
				return recv
			case name == "WithLevel" && len(args) == 1:
				l.Level = levelArg(zerolog, args[0])
				return recv
			}
		}
	}
	if path := strings.TrimSuffix(callee.Pkg().Path(), "/level"); slices.Contains(kitLog, path) && recv == nil && len(args) > 0 {
		if level, _, ok := levelOf(name); ok && len(args) == 1 {
			l.Level = level
		} else {
			l.attrs(args[len(args)-1])
			l.Given = append(l.Given, call)
		}
		return args[0]
	}
	switch {
	case recv == nil && name != "WithError" && name != "WithField" && name != "WithFields" && name != "With":
		// For a function that makes a logger, look at what its body returns.
		if body := x.model.Func(callee); body != nil {
			for ret := range flow.Returns(body) {
				if len(ret.Results) == 1 {
					return ret.Results[0]
				}
			}
		}
		// What a context holds, or options add, is not known.
		options := callee.Signature().Variadic() && len(args) > 0 && !flow.IsNil(args[len(args)-1])
		l.Complete = l.Complete && !options && !slices.ContainsFunc(args, func(v ssa.Value) bool { return flow.IsContext(v.Type()) })
		return nil
	case len(args) == 0: // Logger, Sugar, Send, Timestamp
	case name == "Err" || name == "WithError":
		add("error", args[0])
	case len(args) == 2 && flow.IsString(args[0].Type()) && !callee.Signature().Variadic(): // Str, WithField, AnErr, Interface
		key, _ := flow.StringConst(args[0])
		add(key, args[1])
	case name == "WithFields" && len(args) == 1 && !callee.Signature().Variadic():
		for _, o := range x.model.Origins(args[0], flow.OriginOptions{NoCalls: true}) {
			entries := x.model.Entries(o.Value)
			l.Complete = l.Complete && o.Kind == flow.OriginMake
			for _, e := range entries {
				key, _ := flow.StringConst(flow.Strip(e.Key))
				add(key, e.Value)
			}
		}
	case slices.Contains([]string{"WithContext", "WithTime", "Named", "WithName", "WithGroup", "WithOptions", "Caller"}, name):
	case strings.HasPrefix(name, "With") && callee.Signature().Variadic(): // With, WithValues, WithLazy
		l.attrs(args[len(args)-1])
		l.Given = append(l.Given, call)
	case name == "V" && flow.IsBasic(args[0].Type(), types.IsInteger):
		if k, ok := args[0].(*ssa.Const); !ok || k.Value == nil || k.Int64() > 0 {
			l.Level = min(l.Level, Debug)
		}
	default:
		l.Rest, l.Complete = append(l.Rest, args...), false
	}
	return recv
}
